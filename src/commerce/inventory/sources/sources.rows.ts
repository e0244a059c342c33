import type { Db } from "../../../platform/db/database.js";
import { keyOf, type Row, withoutNulls } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { sourceKey } from "./source-rules.js";
import { InventorySource, type InventorySourceSearchResults } from "./sources.types.js";

type SourceRow = Row<"inventorySource">;

/** The names of the shape and of its extension attributes. */
const fields = modelFields("inventorySource", InventorySource, {
  source_code: "source_code_key",
  is_pickup_location_active: "is_pickup_location_active",
  frontend_name: "frontend_name",
  frontend_description: "frontend_description",
});

/** Returns the source with the code, case-insensitive, or undefined. */
export async function readSource(db: Db, code: string): Promise<InventorySource | undefined> {
  const row = await db.models.inventorySource.findUnique({ where: { source_code_key: sourceKey(code) } });
  return row ? toSource(row) : undefined;
}

/** Returns the codes of existing sources by their keys, in which codes are compared. */
export async function readKnownSources(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.models.inventorySource.findMany({
    where: { source_code_key: { in: codes.map(sourceKey) } },
    select: { source_code: true, source_code_key: true },
  });
  return new Map(rows.map((row) => [row.source_code_key, row.source_code]));
}

/** Returns the sources that match the criteria. */
export async function searchSources(db: Db, searchCriteria: SearchCriteria): Promise<InventorySourceSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.inventorySource.findMany(query),
    sortedBy: ["source_code_key"],
  });
  return { ...page, items: page.items.map(toSource) };
}

/** Returns the sources of a stock by priority, including disabled ones. */
export async function readSourcesOfStock(db: Db, stockId: number): Promise<InventorySource[]> {
  const links = await db.models.inventoryStockSourceLink.findMany({
    where: { stock_id: stockId },
    orderBy: [{ priority: "asc" }, { link_id: "asc" }],
    include: { source: true },
  });
  return links.map(({ source }) => toSource(source));
}

/** Returns whether a source has the code, case-insensitive. */
export const hasSource = async (db: Db, code: string): Promise<boolean> => (await readSource(db, code)) !== undefined;

/** Returns whether more than one source is enabled, so that products may be at several sources. */
export const hasSeveralSources = async (db: Db): Promise<boolean> =>
  (await db.models.inventorySource.count({ where: { enabled: true } })) > 1;

/** Returns whether another source has the name, case-insensitive. */
export async function isNameTaken(db: Db, { name, code }: { readonly name: string; readonly code: string }) {
  const found = await db.models.inventorySource.findUnique({ where: { name_key: keyOf(name) } });
  return found !== null && found.source_code_key !== sourceKey(code);
}

/** Creates the source, or writes the given values of the one with the code. Throws if another source has the name. */
export async function writeSource(db: Db, code: string, source: InventorySource): Promise<void> {
  const values = columnsOf(source);
  await db.models.inventorySource.upsert({
    where: { source_code_key: sourceKey(code) },
    create: { ...values, source_code: code, source_code_key: sourceKey(code) },
    update: values,
  });
}

/**
 * Returns the columns of values that the rules have checked. Undefined ones stay unchanged, or get their defaults in a new
 * source.
 */
function columnsOf({
  source_code: _code,
  carrier_links: _links,
  use_default_carrier_config: _use,
  ...given
}: InventorySource) {
  const { extension_attributes: extension, enabled, name, postcode, country_id: countryId, ...rest } = given;
  return {
    ...rest,
    ...(enabled == null ? {} : { enabled }),
    name: name ?? "",
    name_key: keyOf(name ?? ""),
    postcode: postcode ?? "",
    country_id: countryId ?? "",
    is_pickup_location_active: extension?.is_pickup_location_active ?? false,
    frontend_name: extension?.frontend_name ?? name ?? "",
    frontend_description: extension?.frontend_description ?? null,
  };
}

function toSource({ source_code_key: _code, name_key: _name, ...row }: SourceRow): InventorySource {
  const { is_pickup_location_active, frontend_name, frontend_description, ...rest } = row;
  return {
    ...withoutNulls(rest),
    use_default_carrier_config: true,
    carrier_links: [],
    extension_attributes: withoutNulls({ is_pickup_location_active, frontend_name, frontend_description }),
  };
}
