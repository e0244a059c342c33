import type { Db } from "../../../../platform/db/database.js";

/** The labels of an option: for all views and by store view. */
export interface OptionLabels {
  readonly label: string;
  readonly labels: readonly { readonly store_id: number; readonly label: string }[];
}

/** Returns the labels of the options of the attribute with these ids. */
export async function readOptionLabels(
  db: Db,
  attribute_id: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OptionLabels>> {
  const rows = await db.models.attributeOption.findMany({
    where: { attribute_id, id: { in: [...ids] } },
    select: { id: true, label: true, labels: { select: { store_id: true, label: true } } },
  });
  return new Map(rows.map(({ id, ...labels }) => [id, labels]));
}

/** Returns the id of the attribute's option with the label, ignoring case. */
export async function findLabel(db: Db, attribute_id: number, label: string): Promise<number | undefined> {
  const found = await db.models.attributeOption.findFirst({
    // A list is compared literally; a single value would be a pattern.
    where: { attribute_id, label: { in: [label], mode: "insensitive" } },
    select: { id: true },
  });
  return found?.id;
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
