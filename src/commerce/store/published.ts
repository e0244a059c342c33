// Everything that other domains may import from here, besides shapes.

export { knownPaths } from "./settings/known-settings.js";
export { StoreScopes } from "./scopes.sql.js";
export { globalScope, Settings, type SettingScope } from "./settings/settings.js";
export { readSettings } from "./settings/settings.rows.js";
export { storeConfigOf, storeConfigPaths } from "./settings/store-config.js";
export { storeNotFound, unknownStore, websiteNotFound } from "./structure/structure-rules.js";
export { writeDefaultSetting } from "./settings/settings.rows.js";
export { type NamedScope, setShopSetting, readShopSettings } from "./settings/shop-settings.js";
export {
  type RankedView,
  readDefaultWebsite,
  readRankedViews,
  readStoreGroups,
  readStoreViews,
  readWebsites,
} from "./stores.rows.js";
export { readStoreName } from "./store-names.sql.js";
export { toUrlKey, urlKeyTaken } from "./url-key.js";
