import type { Db } from "../../../platform/db/database.js";
import { keyOf, type Row } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { TaxClass, type TaxClassSearchResults } from "./tax-classes.types.js";

const fields = modelFields("taxClass", TaxClass);

/** Returns a class, or null. */
export const readTaxClass = (db: Db, id: number): Promise<Row<"taxClass"> | null> =>
  db.models.taxClass.findUnique({ where: { class_id: id } });

/** Returns the classes that match the criteria. */
export const searchTaxClasses = (db: Db, searchCriteria: SearchCriteria): Promise<TaxClassSearchResults> =>
  searchModel(db, searchCriteria, { fields, read: (page) => db.models.taxClass.findMany(page) });

/** A class with its name, which is unique within the type, case-insensitive. */
interface NamedClass {
  readonly class_type: string;
  readonly class_name: string;
}

/** Inserts a class and returns its id, or undefined if the name is taken. */
export async function insertTaxClass(db: Db, named: NamedClass): Promise<number | undefined> {
  const [row] = await db.models.taxClass.createManyAndReturn({
    data: { ...named, class_name_key: keyOf(named.class_name) },
    skipDuplicates: true,
    select: { class_id: true },
  });
  return row?.class_id;
}

/** Renames a class and returns its id, or undefined if another class has the name. */
export async function renameTaxClass(db: Db, id: number, named: NamedClass): Promise<number | undefined> {
  const { class_type, class_name } = named;
  const class_name_key = keyOf(class_name);
  const holder = await db.models.taxClass.findUnique({
    where: { class_type_class_name_key: { class_type, class_name_key } },
  });
  if (holder && holder.class_id !== id) return undefined;
  await db.models.taxClass.update({ where: { class_id: id }, data: { class_name, class_name_key } });
  return id;
}

/** Whether a tax rule uses the class. */
export async function isInTaxRule(db: Db, id: number): Promise<boolean> {
  const having = { tax_class_id: id };
  const rule = await db.models.taxRule.findFirst({
    where: { OR: [{ customer_classes: { some: having } }, { product_classes: { some: having } }] },
    select: { id: true },
  });
  return rule !== null;
}

/** Deletes a class. */
export const deleteClassRow = (db: Db, id: number): Promise<unknown> =>
  db.models.taxClass.deleteMany({ where: { class_id: id } });
