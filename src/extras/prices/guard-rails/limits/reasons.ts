import { inputError, type WebapiError } from "../../../../api/call/errors.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";

/** Stable code of the reason why a price is stopped. */
type ReasonCode =
  | "PRICE_RISE"
  | "PRICE_FALL"
  | "PRICE_BELOW_FLOOR"
  | "PRICE_ABOVE_CEILING"
  | "PRICE_ROW_LIMIT"
  | "PRICE_RIGHT"
  | "PRICE_HELD";

/** The values that identify a row in its failures, by the name of the placeholder. */
export type RowName = Readonly<Record<string, string>>;

/** A reason with the values of its message. */
export interface Reason {
  readonly code: ReasonCode;
  readonly parameters: Readonly<Record<string, string>>;
}

const templates: Readonly<Record<ReasonCode, string>> = {
  PRICE_RISE: "The price %price is more than %limit percent above the price %oldPrice.",
  PRICE_FALL: "The price %price is more than %limit percent below the price %oldPrice.",
  PRICE_BELOW_FLOOR: "The price %price is below the floor, which is %limit percent above the cost %cost.",
  PRICE_ABOVE_CEILING: "The price %price is above the ceiling %limit.",
  PRICE_ROW_LIMIT: "The call changes %rows %kind prices, but one call can change at most %limit.",
  PRICE_RIGHT: "Your role cannot change %kind prices of the website with the ID %rightWebsiteId.",
  PRICE_HELD: "The price is not changed: the call waits for approval as price proposal %proposalId.",
};

const rowTemplates = {
  store: " Row ID: SKU = %SKU, Store ID: %storeId.",
  website: " Row ID: SKU = %SKU, Website ID: %websiteId, Customer Group: %customerGroup, Quantity: %qty.",
};

/** Returns the template of a reason, with the placeholders that identify the row. */
export const templateOf = ({ code }: Pick<Reason, "code">, name: RowName): string =>
  templates[code] + rowTemplates["storeId" in name ? "store" : "website"];

/** Returns the failure of a row. Its message stays a template, as in Magento. */
export function toResult(reason: Reason, name: RowName): PriceUpdateResult {
  const message = templateOf(reason, name);
  const values = { ...name, ...reason.parameters };
  const { proposalId } = reason.parameters;
  return {
    message,
    parameters: [...message.matchAll(/%(\w+)/g)].map(([, placeholder = ""]) => values[placeholder] ?? ""),
    extension_attributes: {
      code: reason.code,
      ...(proposalId === undefined ? {} : { proposal_id: Number(proposalId) }),
    },
  };
}

/** Returns the 400 error of a route that writes a single product. */
export const toError = (reason: Reason, name: RowName): WebapiError =>
  inputError(templateOf(reason, name), { ...name, ...reason.parameters, code: reason.code });
