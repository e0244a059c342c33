import { closedSet } from "../contract/closed-set.js";

export const taxClassType = closedSet("TaxClassType", "Whom or what a tax class is for.", {
  CUSTOMER: ["CUSTOMER", "Customer groups."],
  PRODUCT: ["PRODUCT", "Products."],
});
