// Everything that other domains may import from here, besides shapes.

export { mailShopOf, mailShopPaths, mailShopValues, type MailShop } from "./settings/mail-shop.js";
export { knownPaths } from "./settings/known-settings.js";
export { globalScope, Settings, type SettingScope } from "./settings/settings.js";
export { readSettings } from "./settings/settings.rows.js";
export { storeConfigOf, storeConfigPaths } from "./settings/store-config.js";
export { writeDefaultSetting } from "./settings/settings.rows.js";
export {
  type RankedView,
  readDefaultWebsite,
  readRankedViews,
  readStoreGroups,
  readStoreViews,
  readWebsites,
} from "./stores.rows.js";
export { readStoreName } from "./store-names.sql.js";
