import type { BulkResult } from "./results.types.js";

/** Keys of numeric ids, the most specific one first: a coupon has its own id and the id of its rule. */
const idKeys = [
  ...["id", "entity_id", "item_id", "coupon_id", "rule_id", "option_id", "attribute_id", "attribute_group_id"],
  ...["attribute_set_id", "stock_id", "wrapping_id", "customer_id"],
];

/** Keys of values that identify an entity besides its id. */
const identifierKeys = [
  "sku",
  "increment_id",
  "source_code",
  "attribute_code",
  "code",
  "email",
  "username",
  "identifier",
];

type Ids = Pick<BulkResult, "entity_id" | "identifier">;

/** No ids. */
export const noIds: Ids = { entity_id: null, identifier: null };

/**
 * Returns the ids in the JSON answer of an operation: from the keys of an object, or the answer itself if it is a
 * number or text.
 */
export function parseResultIds(result: string | null): Ids {
  if (result === null) return noIds;
  const answer: unknown = JSON.parse(result);
  if (typeof answer === "number") return { ...noIds, entity_id: idOf(answer) };
  if (typeof answer === "string") {
    const id = idOf(answer);
    return { entity_id: id, identifier: id === null ? answer : null };
  }
  if (typeof answer !== "object" || answer === null) return noIds;
  const fields = answer as Readonly<Record<string, unknown>>;
  const texts = identifierKeys.map((key) => fields[key]);
  return {
    entity_id: idKeys.map((key) => idOf(fields[key])).find((id) => id !== null) ?? null,
    identifier: texts.find((text): text is string => typeof text === "string" && text !== "") ?? null,
  };
}

const largestInt = 2_147_483_647;

/** Returns a value as an id, or null if it is not one. As in Magento, some routes return ids as text. */
function idOf(value: unknown): number | null {
  const id = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === "number" && Number.isInteger(id) && id >= 0 && id <= largestInt ? id : null;
}
