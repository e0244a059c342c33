// How extensions add settings of the shop, and how those of carriers and payment methods are declared.

export { carrierSettings, paymentSettings } from "./settings/checkout-settings.js";
export { addSetting } from "./settings/known-settings.js";
export { flag, oneOf, text, type KnownSetting } from "./settings/setting-values.js";
