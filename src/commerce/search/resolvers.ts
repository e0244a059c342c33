import { Search } from "./search.resolver.js";

export const resolvers = [Search];
