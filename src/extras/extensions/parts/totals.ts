import { serviceUnavailable, WebapiError } from "../../../api/call/errors.js";
import { addTotal, type AddedTotalCart } from "../../../commerce/cart/published.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";
import { titleOf } from "../extension-error.js";
import type { Extension, TotalCollector } from "../extension.types.js";
import { reportFailure, reportSuccess } from "./report.js";

/** Seconds until a call whose totals could not be computed may be repeated. */
const retryAfter = 5;

/** Adds the totals of an extension. Throws if a code is taken. */
export function addTotals(extension: Extension): void {
  for (const total of extension.totals ?? []) {
    const { code, title, after, reads = [] } = total;
    const settingPaths = [...Object.keys(extension.settings ?? {}), ...reads];
    const compute = (cart: AddedTotalCart) => collect(extension, total, cart);
    addTotal({ code, title, after, version: extension.version, settingPaths, compute });
  }
}

/** Computes a total. A collector that throws, or whose answer is no amount, stops the call: without it, the shop would lose money. */
function collect(extension: Extension, total: TotalCollector, cart: AddedTotalCart): Amount {
  const part = `total ${total.code} of ${titleOf(extension)}`;
  try {
    const { customerId, shippingMethod, paymentMethod, ...known } = cart;
    const given = { customerId: customerId ?? null, ...ifChosen({ shippingMethod, paymentMethod }) };
    const amount = toAmount(total.collect({ ...known, ...given }));
    reportSuccess(part);
    return amount;
  } catch (error) {
    if (error instanceof WebapiError) throw error;
    reportFailure(part, error);
    throw serviceUnavailable(retryAfter);
  }
}

const ifChosen = (methods: Readonly<Record<"shippingMethod" | "paymentMethod", string | undefined>>) => ({
  shippingMethod: methods.shippingMethod ?? null,
  paymentMethod: methods.paymentMethod ?? null,
});

/** Throws a RangeError for a text that is no decimal of zero or more. */
function toAmount(text: string): Amount {
  if (typeof text !== "string" || !/^\d{1,14}(?:\.\d{1,6})?$/.test(text))
    throw new RangeError(`the amount is not valid: ${JSON.stringify(text)}`);
  return asAmount(text);
}
