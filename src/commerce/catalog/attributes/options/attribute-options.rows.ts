import type { Db } from "../../../../platform/db/database.js";

/** Returns the given ids that belong to options of the attribute. */
export async function readOptionIds(
  db: Db,
  attribute_id: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.models.attributeOption.findMany({
    where: { attribute_id, id: { in: [...ids] } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Whether an option of the attribute has the label, ignoring case. */
export async function isLabelTaken(db: Db, attribute_id: number, label: string): Promise<boolean> {
  const found = await db.models.attributeOption.findFirst({
    // A list is compared literally; a single value would be a pattern.
    where: { attribute_id, label: { in: [label], mode: "insensitive" } },
    select: { id: true },
  });
  return found !== null;
}

/** Makes exactly these options of the attribute the defaults of new products. */
export async function writeDefaultOptions(db: Db, attribute_id: number, ids: readonly number[]): Promise<void> {
  const { attribute, attributeOption } = db.models;
  const chosen = [...ids];
  const before = await attributeOption.findMany({ where: { attribute_id, is_default: true }, select: { id: true } });
  const dropped = before.map(({ id }) => id).filter((id) => !chosen.includes(id));
  await attributeOption.updateMany({ where: { attribute_id, id: { in: dropped } }, data: { is_default: false } });
  await attributeOption.updateMany({ where: { attribute_id, id: { in: chosen } }, data: { is_default: true } });
  await attribute.updateMany({ where: { id: attribute_id }, data: { default_value: chosen.join(",") } });
}

/** Deletes an option of a locked attribute and removes it from the attribute's default. Returns whether it existed. */
export async function deleteOptionRow(
  db: Db,
  { id, default_value }: { readonly id: number; readonly default_value: string | null },
  optionId: number,
): Promise<boolean> {
  const { attribute, attributeOption } = db.models;
  const { count } = await attributeOption.deleteMany({ where: { attribute_id: id, id: optionId } });
  if (count === 0) return false;
  const defaults = (default_value ?? "").split(",");
  const left = defaults.filter((option) => option !== String(optionId));
  if (left.length === defaults.length) return true;
  await attribute.updateMany({ where: { id }, data: { default_value: left.join(",") } });
  return true;
}
