import { ModuleService } from "./modules.resolver.js";
import * as store from "./stores.resolver.js";

export const resolvers = [
  ModuleService,
  store.GroupRepository,
  store.StoreConfigManager,
  store.StoreRepository,
  store.WebsiteRepository,
];
