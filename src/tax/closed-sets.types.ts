import { closedSet } from "../contract/closed-set.js";

export const taxClassType = closedSet("TaxClassType", "Whether a tax class is for customers or products.", {
  CUSTOMER: ["CUSTOMER", "Customer groups."],
  PRODUCT: ["PRODUCT", "Products."],
});
