import { render } from "../../api/call/errors.js";
import { failedRows } from "../../api/contract/failed-rows.js";
import type { PriceUpdateResult } from "./price.types.js";

/** The reason why a row of a file is not applied. */
export interface RowFailure {
  readonly code: string;
  readonly message: string;
}

/** Stable codes of failures with their meanings. Price files contain them in lower case. */
const codes = {
  UNKNOWN_SKU: "No product has the SKU, or its type has no price of this kind.",
  INVALID_PRICE: "The price or cost is missing, negative or too large.",
  INVALID_PRICE_TYPE: "The type of a tier price is unknown, or the product cannot have it.",
  INVALID_DATE: "The start or end of a special price is not a valid date, or the start is not in the future.",
  INVALID_QUANTITY: "The quantity of a tier price is not valid.",
  INVALID_WEBSITE: "The website does not exist, or it is not 0 although prices are global.",
  UNKNOWN_STORE: "The store view does not exist.",
  GLOBAL_PRICE_SCOPE: "Prices are global, but the row names a store view.",
  UNKNOWN_CUSTOMER_GROUP: "No customer group has the name.",
  DUPLICATE: "Another tier price has the same website, customer group and quantity.",
  NOT_DELETABLE: "A price of this kind cannot be deleted.",
  PRICE_RISE: "A guard-rail: the price rises too much.",
  PRICE_FALL: "A guard-rail: the price falls too much.",
  PRICE_BELOW_FLOOR: "A guard-rail: the price is too close to the cost.",
  PRICE_ABOVE_CEILING: "A guard-rail: the price is above the ceiling.",
  PRICE_ROW_LIMIT: "A guard-rail: the call changes too many prices.",
  PRICE_RIGHT: "The role of the caller cannot change the price.",
  PRICE_HELD: "The call waits for approval.",
  REJECTED: "Another reason, given in the message.",
} as const;

type Code = keyof typeof codes;

/** Why a row failed: the code, and the field of the row that is invalid; null if it is no single one. */
export interface FailureReason {
  readonly code: Code;
  readonly field: string | null;
}

/** A reason with the text of its message before `Row ID:`. */
export interface StatedReason extends FailureReason {
  readonly text: string;
}

const reasons = new WeakMap<object, FailureReason>();

/** Records the reason of a failure, and returns the failure. REST responses do not include the reason. */
export function withReason(failure: PriceUpdateResult, { code, field }: FailureReason): PriceUpdateResult {
  reasons.set(failure, { code, field });
  return failure;
}

const isCode = (text: string): text is Code => Object.hasOwn(codes, text);

/** Returns the reason of a failure. Those of guard-rails are in the failure itself. */
function reasonOf(failure: PriceUpdateResult): FailureReason {
  const given = failure.extension_attributes?.code;
  if (given != null && isCode(given)) return { code: given, field: null };
  return reasons.get(failure) ?? { code: "REJECTED", field: null };
}

/** Merges the failures of a row into one with the code of the first failure and all messages with their values. */
export function rowFailure(failures: readonly PriceUpdateResult[]): RowFailure {
  const [first] = failures;
  return {
    code: (first ? reasonOf(first).code : "REJECTED").toLowerCase(),
    message: [...new Set(failures.map(failureText))].join(" "),
  };
}

/** The failures of price rows. */
export const priceFailures = failedRows<PriceUpdateResult, Code>({
  codes,
  describe: (failure) => ({ ...reasonOf(failure), message: failureText(failure) }),
});

/**
 * Fills the placeholders of a message. Those that identify the row (after `Row ID:`) take the last parameters, the others
 * the first ones. A placeholder that occurs twice has only one parameter.
 */
export function failureText({ message, parameters }: PriceUpdateResult): string {
  const rowAt = message.indexOf(" Row ID:");
  const row = placeholders(rowAt === -1 ? "" : message.slice(rowAt));
  const others = placeholders(message).filter((name) => !row.includes(name));
  const values = [
    ...others.map((name, index) => [name, parameters[index]] as const),
    ...row.map((name, index) => [name, parameters[parameters.length - row.length + index]] as const),
  ];
  return render(message, Object.fromEntries(values.map(([name, value]) => [name, value ?? ""])));
}

const placeholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/%(\w+)/g)].map(([, name = ""]) => name)),
];
