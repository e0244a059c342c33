import { unsupportedField } from "../../call/errors.js";

/**
 * Throws 400 for a body with its lines inside `entity`. Magento would ignore the unknown key, find no lines, and create a
 * document for the whole order.
 */
export function checkNotWrapped({ entity, items }: Readonly<Record<string, unknown>>): void {
  if (items === undefined && typeof entity === "object" && entity !== null && "items" in entity) {
    throw unsupportedField("entity");
  }
}
