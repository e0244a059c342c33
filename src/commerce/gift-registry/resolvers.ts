import { GiftRegistryRepository, GiftRegistryShipping } from "./registries.resolver.js";

export const resolvers = [GiftRegistryShipping, GiftRegistryRepository];
