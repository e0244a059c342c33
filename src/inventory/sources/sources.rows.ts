import { withoutNulls } from "../../contract/without-nulls.js";
import type { Db } from "../../db/database.js";
import type { Row } from "../../db/models.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import { sourceKey } from "./source-code.js";
import type { InventorySource, InventorySourceSearchResults } from "./sources.types.js";

type SourceRow = Row<"inventorySource">;

const fields: Readonly<Record<string, SqlField>> = {
  source_code: { sql: "source_code_key", type: "key" },
  name: { sql: "name", type: "text" },
  enabled: { sql: "enabled", type: "boolean" },
  description: { sql: "description", type: "text" },
  latitude: { sql: "latitude", type: "decimal" },
  longitude: { sql: "longitude", type: "decimal" },
  country_id: { sql: "country_id", type: "text" },
  region_id: { sql: "region_id", type: "integer" },
  region: { sql: "region", type: "text" },
  city: { sql: "city", type: "text" },
  street: { sql: "street", type: "text" },
  postcode: { sql: "postcode", type: "text" },
  contact_name: { sql: "contact_name", type: "text" },
  email: { sql: "email", type: "text" },
  phone: { sql: "phone", type: "text" },
  fax: { sql: "fax", type: "text" },
  is_pickup_location_active: { sql: "is_pickup_location_active", type: "boolean" },
  frontend_name: { sql: "frontend_name", type: "text" },
  frontend_description: { sql: "frontend_description", type: "text" },
};

/** Returns the source with the code, in any case, or undefined. */
export async function readSource(db: Db, code: string): Promise<InventorySource | undefined> {
  const row = await db.models.inventorySource.findUnique({ where: { source_code_key: sourceKey(code) } });
  return row ? toSource(row) : undefined;
}

/** Returns the sources that the criteria select. */
export async function searchSources(db: Db, searchCriteria: SearchCriteria): Promise<InventorySourceSearchResults> {
  const page = await searchPage<SourceRow>(db, searchCriteria, {
    columns: "*",
    from: "inventory_source",
    field: (name) => fields[name],
    tieBreaker: "source_code_key",
  });
  return { ...page, items: page.items.map(toSource) };
}

/** Returns the sources of a stock by priority, disabled ones included. */
export async function readSourcesOfStock(db: Db, stockId: number): Promise<InventorySource[]> {
  const links = await db.models.inventoryStockSourceLink.findMany({
    where: { stock_id: stockId },
    orderBy: [{ priority: "asc" }, { link_id: "asc" }],
    include: { source: true },
  });
  return links.map(({ source }) => toSource(source));
}

/** Returns whether another source has the name, in any case. */
export async function isNameTaken(db: Db, { name, code }: { readonly name: string; readonly code: string }) {
  const found = await db.models.inventorySource.findUnique({ where: { name_key: name.toLowerCase() } });
  return found !== null && found.source_code_key !== sourceKey(code);
}

/** Creates the source, or writes what is given of the one with the code. Throws where another source has the name. */
export async function writeSource(db: Db, code: string, source: InventorySource): Promise<void> {
  const values = columnsOf(source);
  await db.models.inventorySource.upsert({
    where: { source_code_key: sourceKey(code) },
    create: { ...values, source_code: code, source_code_key: sourceKey(code) },
    update: values,
  });
}

/** Columns of values that the rules have checked. What is undefined stays as it is; of a new source it is the default. */
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
    name_key: (name ?? "").toLowerCase(),
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
