import { CouponManagement, CouponRepository } from "./coupons/coupons.resolver.js";
import { RuleRepository } from "./sales-rules.resolver.js";

export const resolvers = [CouponManagement, CouponRepository, RuleRepository];
