import { addressOf, type CartState } from "../../cart/published.js";
import type { Db } from "../../../platform/db/database.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";
import { isGreater, isLess, isPositive, isZero } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { readSettings, type Settings } from "../../store/published.js";
import { settingAmount } from "../setting-amounts.js";
import { paymentMethods, paymentPaths } from "./methods.js";
import type { PaymentMethod } from "./payment-method.js";

/** A payment method that is available for a cart. */
export interface AvailableMethod {
  readonly method: PaymentMethod;
  readonly title: string;
  /** Status that the settings give new orders. */
  readonly orderStatus: string;
  /** Settings that orders record. */
  readonly recorded: Readonly<Record<string, string | null>>;
}

/** Returns the available methods for a cart, sorted by their `sort_order` settings. `total` is in base currency. */
export const listAvailableMethods = async (db: Db, cart: CartState, total: Amount): Promise<AvailableMethod[]> =>
  methodsFor(cart, total, await readPaymentSettings(db));

/** Reads the settings of all payment methods. */
export const readPaymentSettings = (db: Db): Promise<Settings> => readSettings(db, paymentPaths);

/** Returns the available methods for a cart according to settings that were already read. */
export function methodsFor(cart: CartState, total: Amount, settings: Settings): AvailableMethod[] {
  const found = paymentMethods.map((method) => ({ method, setting: settingsOf(method, cart, settings) }));
  const country = addressOf(cart, "billing")?.country_id ?? settings.value("general/country/default", scopeOf(cart));
  return found
    .filter(({ method, setting }) => isAvailable(method, setting, { country, total }))
    .sort((one, other) => Number(one.setting("sort_order")) - Number(other.setting("sort_order")))
    .map(({ method, setting }) => ({
      method,
      title: setting("title"),
      orderStatus: setting("order_status"),
      recorded: method.recordedSettings?.(setting) ?? {},
    }));
}

const scopeOf = (cart: CartState) => ({ storeId: cart.store_id, websiteId: cart.store.website_id });

type Setting = (name: string) => string;

const settingsOf =
  ({ code }: PaymentMethod, cart: CartState, settings: Settings): Setting =>
  (name) =>
    settings.value(`payment/${code}/${name}`, scopeOf(cart));

interface Order {
  readonly country: string;
  readonly total: Amount;
}

/** Minimum amount for methods other than `free`. */
const minAmount = asAmount("0.0001");

function isAvailable({ isForFree = false }: PaymentMethod, setting: Setting, { country, total }: Order): boolean {
  if (setting("active") !== "1") return false;
  if (setting("allowspecific") === "1" && !setting("specificcountry").split(",").includes(country)) return false;
  const [lowest, highest] = [settingAmount(setting("min_order_total")), settingAmount(setting("max_order_total"))];
  if (isPositive(lowest) && isLess(total, lowest)) return false;
  if (isPositive(highest) && isGreater(total, highest)) return false;
  return isForFree ? isZero(round(total, 2)) : !isLess(total, minAmount);
}
