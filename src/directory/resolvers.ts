import { CountryInformationAcquirer, CurrencyInformationAcquirer } from "./directory.resolver.js";

export const resolvers = [CountryInformationAcquirer, CurrencyInformationAcquirer];
