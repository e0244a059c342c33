// Everything that other domains may import from this one, besides its shapes.

export { StoreScopes } from "./scopes.sql.js";
export { Settings, type SettingScope } from "./settings.js";
export { readSettings } from "./settings.sql.js";
export { serviceUrl, storeConfigOf, storeConfigPaths } from "./store-config.js";
export { storeNotFound, websiteNotFound } from "./store-errors.js";
export { writeDefaultSetting } from "./settings.rows.js";
export {
  type RankedView,
  readDefaultWebsite,
  readRankedViews,
  readStoreGroups,
  readStoreViews,
  readWebsites,
} from "./stores.rows.js";
export { toUrlKey, urlKeyTaken } from "./url-key.js";
