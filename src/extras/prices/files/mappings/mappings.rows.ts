import type { Db } from "../../../../platform/db/database.js";
import type { PriceImportColumn, PriceImportMapping } from "./mappings.types.js";
import { keyOf } from "../../../../platform/db/models.js";

const select = { name: true, columns: true, kind: true, decimal: true, charset: true, empty: true } as const;

interface MappingRow extends Omit<PriceImportMapping, "columns"> {
  readonly columns: unknown;
}

const toMapping = ({ columns, ...row }: MappingRow): PriceImportMapping => ({
  ...row,
  columns: columns as PriceImportColumn[],
});

/** Returns all mappings by name. */
export async function readMappings(db: Db): Promise<PriceImportMapping[]> {
  const rows = await db.models.priceImportMapping.findMany({ select, orderBy: { name_key: "asc" } });
  return rows.map(toMapping);
}

/** Returns a mapping by its name in any case, or undefined. */
export async function findMapping(db: Db, name: string): Promise<PriceImportMapping | undefined> {
  const row = await db.models.priceImportMapping.findUnique({ where: { name_key: keyOf(name) }, select });
  return row ? toMapping(row) : undefined;
}

/** Saves a mapping in place of the one with its name. */
export async function saveMappingRow(db: Db, mapping: PriceImportMapping): Promise<PriceImportMapping> {
  const { name, kind = null, decimal = null, charset = null, empty = null } = mapping;
  const columns = mapping.columns.map(({ column, field }) => ({ column, field }));
  const data = { name, columns, kind, decimal, charset, empty };
  const name_key = keyOf(name);
  return toMapping(
    await db.models.priceImportMapping.upsert({
      where: { name_key },
      create: { ...data, name_key },
      update: data,
      select,
    }),
  );
}

/** Deletes a mapping. Returns false if there is none with the name. */
export async function deleteMappingRow(db: Db, name: string): Promise<boolean> {
  const { count } = await db.models.priceImportMapping.deleteMany({ where: { name_key: keyOf(name) } });
  return count > 0;
}
