import { ModuleService } from "./modules.resolver.js";
import { SettingsManagement } from "./settings/settings.resolver.js";
import * as store from "./stores.resolver.js";
import * as structure from "./structure/structure.resolver.js";

export const resolvers = [
  ModuleService,
  SettingsManagement,
  store.GroupRepository,
  store.StoreConfigManager,
  store.StoreRepository,
  store.WebsiteRepository,
  structure.StoreGroupManagement,
  structure.StoreViewManagement,
  structure.WebsiteManagement,
];
