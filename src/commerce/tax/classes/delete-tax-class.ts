import { hasProductWith } from "../../catalog/published.js";
import { hasGroupOfTaxClass } from "../../customer/published.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { deleteClassRow, isInTaxRule } from "./tax-classes.rows.js";

/**
 * Deletes a class. Throws 404 for an unknown class, 400 for one that a tax rule, a customer group or a product uses.
 */
export async function deleteTaxClass(db: Db, id: number): Promise<void> {
  const [taxClass] = await lock(db, "taxClass", { class_id: [id], for: "update" });
  if (!taxClass) throw noSuchEntity("class_id", id);
  if (await isInTaxRule(db, id)) {
    throw inputError(
      "You cannot delete this tax class because it is used in Tax Rules. You have to delete the rules it is used in first.",
    );
  }
  const isOfCustomers = taxClass.class_type === "CUSTOMER";
  const isUsed = isOfCustomers
    ? await hasGroupOfTaxClass(db, id)
    : await hasProductWith(db, "tax_class_id", String(id));
  if (isUsed) {
    throw inputError("You cannot delete this tax class because it is used in existing %1(s).", [
      isOfCustomers ? "customer group" : "product",
    ]);
  }
  await deleteClassRow(db, id);
}
