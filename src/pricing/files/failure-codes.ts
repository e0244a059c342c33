import { render } from "../../call/errors.js";
import type { PriceUpdateResult } from "../price.types.js";
import type { RowFailure } from "./parse-rows.js";

/** Stable codes of failures, by what the rules say. The first match counts. */
const codes: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Invalid attribute (?:%fieldName|SKU)|^The product that was requested/, "unknown_sku"],
  [/^Invalid attribute (?:Price =|Cost)/, "invalid_price"],
  [/^Invalid attribute Price Type/, "invalid_price_type"],
  [/^Invalid attribute Price (?:From|To)/, "invalid_date"],
  [/^Invalid attribute Quantity/, "invalid_quantity"],
  [/^Invalid attribute Website/, "invalid_website"],
  [/^Requested store is not found/, "unknown_store"],
  [/^Could not change non global/, "global_price_scope"],
  [/^No such entity with Customer Group/, "unknown_customer_group"],
  [/^We found a duplicate/, "duplicate"],
  [/cannot be deleted/, "not_deletable"],
];

/** Returns the failures of a row as one: the code of the first, and all messages with their values. */
export function rowFailure(failures: readonly PriceUpdateResult[]): RowFailure {
  const [first] = failures;
  const isPrice = first?.parameters[0] === "Price";
  const known = codes.find(([pattern]) => pattern.test(first?.message ?? ""))?.[1] ?? "rejected";
  return {
    code:
      first?.extension_attributes?.code?.toLowerCase() ??
      (known === "unknown_sku" && isPrice ? "invalid_price" : known),
    message: [...new Set(failures.map(textOf))].join(" "),
  };
}

/** Fills the placeholders of a message, which take the values in order. */
function textOf({ message, parameters }: PriceUpdateResult): string {
  const names = [...message.matchAll(/%(\w+)/g)].map(([, name = ""]) => name);
  return render(message, Object.fromEntries(names.map((name, place) => [name, parameters[place] ?? ""])));
}
