import { TaxClassRepository } from "./tax-classes.resolver.js";
import { TaxRateRepository } from "./tax-rates.resolver.js";
import { TaxRuleRepository } from "./tax-rules.resolver.js";

export const resolvers = [TaxClassRepository, TaxRateRepository, TaxRuleRepository];
