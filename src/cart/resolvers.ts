import { BillingAddressManagement } from "./billing-address.resolver.js";
import { CartManagement, CartRepository, GuestCartManagement } from "./carts.resolver.js";
import { CouponManagement } from "./coupons.resolver.js";
import { CartItemRepository } from "./items.resolver.js";
import { CartTotalRepository } from "./totals.resolver.js";

export const resolvers = [
  CartManagement,
  GuestCartManagement,
  CartRepository,
  BillingAddressManagement,
  CouponManagement,
  CartItemRepository,
  CartTotalRepository,
];
