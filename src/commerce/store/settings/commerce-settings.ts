import { mailSettingsOf } from "./sales-settings.js";
import { flag, type KnownSetting, number, oneOf, text, wholeNumber } from "./setting-values.js";

/** The settings of the commerce edition, with Magento's paths and defaults. */
export const commerceSettings: Readonly<Record<string, KnownSetting>> = {
  "customer/magento_customerbalance/is_enabled": flag("1"),
  "customer/magento_customerbalance/refund_automatically": flag("0"),
  "sales/magento_rma/enabled_on_product": flag("1"),
  ...mailSettingsOf("magento_rma"),
  ...mailSettingsOf("magento_rma_comment"),
  "magento_giftregistry/general/enabled": flag("1"),
  "sales/gift_options/wrapping_allow_order": flag("1"),
  "sales/gift_options/wrapping_allow_items": flag("1"),
  "sales/gift_options/allow_gift_receipt": flag("1"),
  "sales/gift_options/allow_printed_card": flag("1"),
  "sales/gift_options/printed_card_price": number(),
  "tax/classes/wrapping_tax_class": wholeNumber(),
  "magento_reward/general/is_enabled": flag("1"),
  "magento_reward/general/is_enabled_on_front": flag("1"),
  "magento_reward/general/min_points_balance": wholeNumber(),
  "magento_reward/general/max_points_balance": wholeNumber(),
  "magento_reward/general/expiration_days": wholeNumber(),
  "magento_reward/general/expiry_calculation": oneOf("static", "dynamic"),
  "magento_reward/general/refund_automatically": flag("0"),
  "magento_reward/general/deduct_automatically": flag("1"),
  "magento_reward/points/order": flag("0"),
  "giftcard/giftcardaccount_general/code_length": wholeNumber("12"),
  "giftcard/giftcardaccount_general/code_format": oneOf("alphanumeric", "alphabetic", "numeric"),
  "giftcard/giftcardaccount_general/code_prefix": text(),
  "giftcard/giftcardaccount_general/code_suffix": text(),
  "giftcard/giftcardaccount_general/code_split": wholeNumber("0"),
  "giftcard/giftcardaccount_general/pool_size": wholeNumber("1000"),
  "giftcard/giftcardaccount_general/pool_threshold": wholeNumber("100"),
};
