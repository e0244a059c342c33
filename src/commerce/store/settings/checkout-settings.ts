import { countries, flag, type KnownSetting, number, oneOf, text, wholeNumber } from "./setting-values.js";

type Settings = Readonly<Record<string, KnownSetting>>;

/** Magento's text for a shipping method that cannot be used. */
const unavailable = "This shipping method is not available. To use this shipping method, please contact us.";

const withPrefix = (folder: string, settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [`${folder}/${name}`, setting]));

/** Settings of a carrier: those that every carrier has, and its own. */
export const carrierSettings = (code: string, own: Settings): Settings =>
  withPrefix(`carriers/${code}`, {
    sort_order: wholeNumber(),
    showmethod: flag("0"),
    specificerrmsg: text(unavailable),
    sallowspecific: flag("0"),
    specificcountry: countries(),
    ...own,
  });

const handling: Settings = {
  handling_type: oneOf("F", "P"),
  handling_fee: number(),
  handling_action: oneOf("O", "P"),
};

/** Settings of a payment method: those that every method has, and its own. */
export const paymentSettings = (code: string, own: Settings): Settings =>
  withPrefix(`payment/${code}`, {
    order_status: text("pending"),
    allowspecific: flag("0"),
    specificcountry: countries(),
    min_order_total: number(),
    max_order_total: number(),
    sort_order: wholeNumber(),
    ...own,
  });

const tax = withPrefix("tax", {
  "calculation/algorithm": oneOf("TOTAL_BASE_CALCULATION", "ROW_BASE_CALCULATION", "UNIT_BASE_CALCULATION"),
  "calculation/based_on": oneOf("shipping", "billing", "origin"),
  "calculation/price_includes_tax": flag("0"),
  "calculation/shipping_includes_tax": flag("0"),
  "calculation/apply_after_discount": flag("1"),
  "calculation/discount_tax": flag("0"),
  "calculation/apply_tax_on": flag("0"),
  "calculation/cross_border_trade_enabled": flag("0"),
  "classes/shipping_tax_class": wholeNumber("0"),
  "classes/default_product_tax_class": wholeNumber("2"),
  "classes/default_customer_tax_class": wholeNumber("3"),
  "defaults/country": countries("US"),
  "defaults/region": wholeNumber("0"),
  "defaults/postcode": text(),
  "display/type": oneOf("1", "2", "3"),
  "cart_display/price": oneOf("1", "2", "3"),
  "cart_display/subtotal": oneOf("1", "2", "3"),
  "cart_display/shipping": oneOf("1", "2", "3"),
  "cart_display/discount": oneOf("1", "2", "3"),
  "cart_display/grandtotal": flag("0"),
  "cart_display/full_summary": flag("0"),
  "cart_display/zero_tax": flag("0"),
  "sales_display/shipping": oneOf("1", "2", "3"),
});

const sales = withPrefix("sales", {
  "minimum_order/active": flag("0"),
  "minimum_order/amount": number(),
  "minimum_order/include_discount_amount": flag("1"),
  "minimum_order/tax_including": flag("1"),
  "minimum_order/description": text(),
  "zerograndtotal_creditmemo/allow_zero_grandtotal": flag("1"),
  "gift_options/allow_order": flag("0"),
  "gift_options/allow_items": flag("0"),
  "backpressure/enabled": flag("0"),
  "backpressure/limit": wholeNumber("10"),
  "backpressure/guest_limit": wholeNumber("50"),
  "backpressure/period": wholeNumber("60"),
});

/** The settings of carts and checkout, with Magento's paths and defaults. */
export const checkoutSettings: Settings = {
  ...carrierSettings("flatrate", {
    active: flag("1"),
    title: text("Flat Rate"),
    name: text("Fixed"),
    price: number("5.00"),
    type: oneOf("I", "O", ""),
    ...handling,
  }),
  ...carrierSettings("tablerate", {
    active: flag("0"),
    title: text("Best Way"),
    name: text("Table Rate"),
    condition_name: oneOf("package_weight", "package_value_with_discount", "package_qty"),
    include_virtual_price: flag("1"),
    ...handling,
  }),
  ...carrierSettings("freeshipping", {
    active: flag("0"),
    title: text("Free Shipping"),
    name: text("Free"),
    free_shipping_subtotal: number(),
    tax_including: flag("0"),
  }),
  ...carrierSettings("instore", {
    active: flag("0"),
    title: text("In-Store Pickup Delivery"),
    name: text("Pick in Store"),
    price: number("0.00"),
    specificerrmsg: text("In-Store Delivery is not available. To use this delivery method, please contact us."),
  }),
  ...paymentSettings("checkmo", {
    active: flag("1"),
    title: text("Check / Money order"),
    payable_to: text(),
    mailing_address: text(),
  }),
  ...paymentSettings("free", {
    active: flag("1"),
    title: text("No Payment Information Required"),
    sort_order: wholeNumber("1"),
  }),
  ...paymentSettings("banktransfer", { active: flag("0"), title: text("Bank Transfer Payment"), instructions: text() }),
  ...paymentSettings("cashondelivery", { active: flag("0"), title: text("Cash On Delivery"), instructions: text() }),
  ...paymentSettings("purchaseorder", { active: flag("0"), title: text("Purchase Order") }),
  ...tax,
  ...sales,
  "checkout/options/guest_checkout": flag("1"),
  "checkout/options/enable_agreements": flag("0"),
  "checkout/cart/delete_quote_after": wholeNumber("30"),
  "shipping/origin/country_id": countries("US"),
  "shipping/origin/region_id": wholeNumber("12"),
  "shipping/origin/postcode": text("90034"),
  "shipping/origin/city": text(),
  "shipping/origin/street_line1": text(),
  "shipping/origin/street_line2": text(),
};
