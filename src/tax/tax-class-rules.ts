import type { Db } from "../db/database.js";
import { aggregate, inputError, invalidValue, noSuchEntity, type Reason, required } from "../call/errors.js";
import { brokenNameRules } from "./broken-rules.js";
import { insertTaxClass, readTaxClass, renameTaxClass } from "./tax-classes.rows.js";
import type { TaxClass } from "./tax-classes.types.js";

/** The class; 404 where there is none. */
export async function taxClassById(db: Db, id: number): Promise<TaxClass> {
  const found = await readTaxClass(db, id);
  if (!found) throw noSuchEntity("class_id", id);
  return found;
}

/**
 * Creates a class, or changes the one whose id is given, and gives its id. 400 for a missing name, a type that does not
 * exist or is not the class's own, and a name that another class of the type has in any case; 404 for an unknown id.
 */
export async function saveTaxClass(db: Db, { class_id, class_name, class_type }: TaxClass): Promise<string> {
  const id = class_id || undefined;
  if (id !== undefined && (await taxClassById(db, id)).class_type !== class_type) {
    throw inputError("Updating classType is not allowed.");
  }
  const [name, type] = [class_name ?? "", class_type ?? ""];
  const broken = brokenRules(name, type);
  if (broken.length > 0) throw aggregate(broken);
  const saved = id === undefined ? await insertTaxClass(db, name, type) : await renameTaxClass(db, id, name);
  if (saved === undefined) throw inputError("A class with the same name already exists for ClassType %1.", [type]);
  return String(saved);
}

function brokenRules(name: string, type: string): Reason[] {
  const broken = brokenNameRules("class_name", name);
  if (type.trim() === "") broken.push(required("class_type"));
  else if (type !== "CUSTOMER" && type !== "PRODUCT") broken.push(invalidValue("class_type", type));
  return broken;
}
