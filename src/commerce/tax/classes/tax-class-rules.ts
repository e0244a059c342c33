import type { Db } from "../../../platform/db/database.js";
import { aggregate, inputError, invalidValue, noSuchEntity, type Reason, required } from "../../../api/call/errors.js";
import { brokenNameRules } from "../broken-rules.js";
import { insertTaxClass, readTaxClass, renameTaxClass } from "./tax-classes.rows.js";
import type { TaxClass } from "./tax-classes.types.js";

/** Returns the class. Throws 404 for an unknown one. */
export async function requireTaxClass(db: Db, id: number): Promise<TaxClass> {
  const found = await readTaxClass(db, id);
  if (!found) throw noSuchEntity("class_id", id);
  return found;
}

/**
 * Creates a class, or renames the one with the id, and returns its id. Throws 400 for a missing name, an unknown or
 * changed type, and a name that another class of the type has; 404 for an unknown id.
 */
export async function saveTaxClass(db: Db, { class_id, class_name, class_type }: TaxClass): Promise<string> {
  const id = class_id || undefined;
  if (id !== undefined && (await requireTaxClass(db, id)).class_type !== class_type) {
    throw inputError("Updating classType is not allowed.");
  }
  const named = { class_name: class_name ?? "", class_type: class_type ?? "" };
  const broken = brokenRules(named.class_name, named.class_type);
  if (broken.length > 0) throw aggregate(broken);
  const saved = id === undefined ? await insertTaxClass(db, named) : await renameTaxClass(db, id, named);
  if (saved === undefined) {
    throw inputError("A class with the same name already exists for ClassType %1.", [named.class_type]);
  }
  return String(saved);
}

function brokenRules(name: string, type: string): Reason[] {
  const broken = brokenNameRules("class_name", name);
  if (type.trim() === "") broken.push(required("class_type"));
  else if (type !== "CUSTOMER" && type !== "PRODUCT") broken.push(invalidValue("class_type", type));
  return broken;
}
