import type { Db } from "../db/database.js";
import { inputError } from "../call/errors.js";
import { taxClassById } from "./tax-class-rules.js";
import { holdTaxClass, removeTaxClass } from "./tax-classes.rows.js";

/** Removes a class. 404 for an unknown one, 400 for one that a tax rule, a customer group or a product has. */
export async function deleteTaxClass(db: Db, id: number): Promise<void> {
  const { class_type: type } = await taxClassById(db, id);
  const uses = await holdTaxClass(db, id);
  if (uses?.by_rules) {
    throw inputError(
      "You cannot delete this tax class because it is used in Tax Rules. You have to delete the rules it is used in first.",
    );
  }
  const isUsed = type === "CUSTOMER" ? uses?.by_groups : uses?.by_products;
  if (isUsed) {
    throw inputError("You cannot delete this tax class because it is used in existing %1(s).", [
      type === "CUSTOMER" ? "customer group" : "product",
    ]);
  }
  await removeTaxClass(db, id);
}
