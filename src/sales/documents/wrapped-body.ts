import { unsupportedField } from "../../call/errors.js";

/**
 * Throws 400 for a body whose lines are below `entity`. Magento ignores the unknown key, sees no lines, and makes a document of
 * the whole order.
 */
export function refuseWrappedBody({ entity, items }: Readonly<Record<string, unknown>>): void {
  if (items === undefined && typeof entity === "object" && entity !== null && "items" in entity) {
    throw unsupportedField("entity");
  }
}
