import {
  CountryInformationAcquirer,
  CurrencyInformationAcquirer,
  CurrencyRateManagement,
} from "./directory.resolver.js";

export const resolvers = [CountryInformationAcquirer, CurrencyInformationAcquirer, CurrencyRateManagement];
