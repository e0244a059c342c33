import type { Db } from "../../../../platform/db/database.js";
import type { Amount } from "../../../../platform/money/amount.js";
import { currencyText } from "../../../../platform/money/currency-text.js";
import { readSettings, readStoreViews } from "../../../store/published.js";
import type { StoredOrder } from "../../orders/stored-order.js";

/** Settings for refunds of an order. */
export interface RefundSettings {
  /** Whether the total of a credit memo may be 0. */
  readonly allowsZero: boolean;
  /** Whether documents show shipping with tax. If so, requests include it, too. */
  readonly shippingIncludesTax: boolean;
  /** Whether all refunded units go back to stock. */
  readonly returnsAll: boolean;
  /** Whether reward points that paid are returned. */
  readonly returnsPoints: boolean;
  /** Whether customers can have store credit. */
  readonly hasCredit: boolean;
  /** Whether amounts that gift cards paid are refunded to store credit. */
  readonly cardsToCredit: boolean;
  /** Id of the website of the order's store view; 0 if the store view no longer exists. */
  readonly websiteId: number;
  /** Formats an amount in base currency. */
  readonly format: (amount: Amount) => string;
}

const paths = {
  locale: "general/locale/code",
  zero: "sales/zerograndtotal_creditmemo/allow_zero_grandtotal",
  shipping: "tax/sales_display/shipping",
  autoReturn: "cataloginventory/item_options/auto_return",
  points: "magento_reward/general/refund_automatically",
  credit: "customer/magento_customerbalance/is_enabled",
  cardsToCredit: "customer/magento_customerbalance/refund_automatically",
};
const includingTax = "2";

/** Reads the settings of refunds in the store view of an order. */
export async function readRefundSettings(db: Db, order: StoredOrder): Promise<RefundSettings> {
  const [views, settings] = await Promise.all([readStoreViews(db), readSettings(db, Object.values(paths))]);
  const view = views.find(({ id }) => id === order.store_id);
  const websiteId = view?.website_id ?? 0;
  const scope = { storeId: order.store_id, websiteId };
  const hasCredit = settings.isOn(paths.credit, scope);
  const currency = order.base_currency_code ?? "USD";
  const locale = settings.value(paths.locale, scope);
  return {
    allowsZero: settings.isOn(paths.zero, scope),
    shippingIncludesTax: settings.value(paths.shipping, scope) === includingTax,
    returnsAll: settings.isOn(paths.autoReturn, scope),
    returnsPoints: settings.isOn(paths.points, scope),
    hasCredit,
    cardsToCredit: hasCredit && settings.isOn(paths.cardsToCredit, scope),
    websiteId,
    format: (amount) => currencyText(amount, { locale, currency }),
  };
}
