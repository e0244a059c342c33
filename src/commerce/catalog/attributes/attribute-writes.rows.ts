import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Prisma, Row } from "../../../platform/db/models.js";
import { readStoreViews } from "../../store/published.js";
import { attributeKey } from "./attribute-codes.js";
import type { Flags } from "./attribute-flags.js";
import type { EntityTypeCode } from "./attributes.sql.js";

/** The columns of an attribute that can change. */
export type AttributeValues = Omit<Row<"attribute">, FixedColumn | "flags" | "max_length" | "frontend_label"> & {
  readonly frontend_label: string;
  readonly flags: Flags;
};

type FixedColumn = "id" | "entity_type_id" | "code" | "frontend_input" | "backend_type" | "is_user_defined";

/** An attribute that is about to change. Its row is locked until the transaction ends. */
export type StoredAttribute = AttributeValues & Pick<Row<"attribute">, Exclude<FixedColumn, "entity_type_id">>;

export interface NewAttribute extends AttributeValues {
  readonly entityType: EntityTypeCode;
  readonly code: string;
  readonly frontend_input: string;
  readonly backend_type: string;
}

/** Finds an attribute by its code or id and locks it, so that concurrent changes of the attribute or its options wait. */
export async function lockAttribute(
  db: Db,
  entityType: EntityTypeCode,
  code: string,
): Promise<StoredAttribute | undefined> {
  const found = await db.models.attribute.findFirst({
    where: { ...attributeKey(code), entity_type: { code: entityType } },
    select: { id: true },
  });
  const [row] = found ? await lock(db, "attribute", { id: [found.id], for: "update" }) : [];
  return row && { ...row, frontend_label: row.frontend_label ?? "", flags: row.flags as Flags };
}

/** Inserts a user-defined attribute and returns its id, or undefined if the code is taken. */
export async function insertAttribute(db: Db, attribute: NewAttribute): Promise<number | undefined> {
  const { entityType, ...columns } = attribute;
  const type = await db.models.entityType.findUniqueOrThrow({ where: { code: entityType }, select: { id: true } });
  const [row] = await db.models.attribute.createManyAndReturn({
    data: { ...columns, entity_type_id: type.id, is_user_defined: true, flags: toJson(columns.flags) },
    skipDuplicates: true,
    select: { id: true },
  });
  return row?.id;
}

/** Updates all columns of an attribute that can change. */
export const updateAttribute = (db: Db, id: number, values: AttributeValues): Promise<unknown> =>
  db.models.attribute.updateMany({ where: { id }, data: { ...values, flags: toJson(values.flags) } });

/** Updates the flags of an attribute. */
export const writeFlags = (db: Db, id: number, flags: Flags): Promise<unknown> =>
  db.models.attribute.updateMany({ where: { id }, data: { flags: toJson(flags) } });

/** Returns the flags of an attribute, or undefined for an unknown code or id. */
export async function readFlags(db: Db, entityType: EntityTypeCode, code: string): Promise<Flags | undefined> {
  const found = await db.models.attribute.findFirst({
    where: { ...attributeKey(code), entity_type: { code: entityType } },
    select: { flags: true },
  });
  return found ? (found.flags as Flags) : undefined;
}

const toJson = (flags: Flags) => flags as Prisma.InputJsonObject;

/** Replaces the store view labels. Unknown store views are ignored. */
export async function replaceLabels(db: Db, attribute_id: number, labels: ReadonlyMap<number, string>): Promise<void> {
  const views = new Set((await readStoreViews(db)).map(({ id }) => id));
  const known = [...labels].filter(([store_id]) => views.has(store_id));
  await db.models.attributeLabel.deleteMany({ where: { attribute_id } });
  await db.models.attributeLabel.createMany({
    data: known.map(([store_id, label]) => ({ attribute_id, store_id, label })),
  });
}

/** Whether the attribute is an option of a configurable product, optionally only of one attribute set. */
export async function isUsedByConfigurables(db: Db, attribute_id: number, setId: number | null): Promise<boolean> {
  const found = await db.models.configurableOption.findFirst({
    where: { attribute_id, ...(setId === null ? {} : { product: { attribute_set_id: setId } }) },
    select: { id: true },
  });
  return found !== null;
}

/** Deletes an attribute with its labels, its options and its assignments to sets. */
export const deleteAttributeRow = (db: Db, id: number): Promise<unknown> =>
  db.models.attribute.deleteMany({ where: { id } });
