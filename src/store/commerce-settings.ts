import { flag, type KnownSetting, number, whole } from "./setting-values.js";

/** The settings of the commerce edition, with Magento's paths and defaults. */
export const commerceSettings: Readonly<Record<string, KnownSetting>> = {
  "customer/magento_customerbalance/is_enabled": flag("1"),
  "sales/magento_rma/enabled_on_product": flag("1"),
  "magento_giftregistry/general/enabled": flag("1"),
  "sales/gift_options/wrapping_allow_order": flag("1"),
  "sales/gift_options/wrapping_allow_items": flag("1"),
  "sales/gift_options/allow_gift_receipt": flag("1"),
  "sales/gift_options/allow_printed_card": flag("1"),
  "sales/gift_options/printed_card_price": number(),
  "tax/classes/wrapping_tax_class": whole(),
  "magento_reward/general/is_enabled": flag("1"),
  "magento_reward/general/is_enabled_on_front": flag("1"),
  "magento_reward/general/min_points_balance": whole(),
  "magento_reward/general/refund_automatically": flag("0"),
};
