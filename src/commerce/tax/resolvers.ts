import { TaxClassRepository } from "./classes/tax-classes.resolver.js";
import { TaxRateRepository } from "./rates/tax-rates.resolver.js";
import { TaxRuleRepository } from "./rules/tax-rules.resolver.js";

export const resolvers = [TaxClassRepository, TaxRateRepository, TaxRuleRepository];
