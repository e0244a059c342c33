// What other domains may import about the tax rules that apply to carts.

export { type AppliedTaxRule, readAppliedTaxRules } from "./tax-facts.sql.js";
