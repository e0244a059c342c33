import { BillingAddressManagement } from "./addresses/billing-address.resolver.js";
import { CartManagement, CartRepository, GuestCartManagement } from "./carts.resolver.js";
import { CouponManagement } from "./coupons/coupons.resolver.js";
import { CartItemRepository } from "./items/items.resolver.js";
import { CartTotalRepository } from "./totals/output/totals.resolver.js";

export const resolvers = [
  CartManagement,
  GuestCartManagement,
  CartRepository,
  BillingAddressManagement,
  CouponManagement,
  CartItemRepository,
  CartTotalRepository,
];
