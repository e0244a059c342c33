// What other domains may import about websites, store views and the settings of a scope.

export { StoreScopes } from "./scopes.sql.js";
export { storeNotFound, unknownStore, websiteNotFound } from "./structure/structure-rules.js";
export { type NamedScope, setShopSetting, readShopSettings } from "./settings/shop-settings.js";
