import type { Db } from "../db/database.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import { namedFields } from "../search-criteria/criteria.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { readDefinedAttributes } from "./attributes.rows.js";

const text = (sql: string): SqlField => ({ sql, type: "text" });
const integer = (sql: string): SqlField => ({ sql, type: "integer" });
const timestamp = (sql: string): SqlField => ({ sql, type: "timestamp" });

/** Searchable fields of customers: their own fields, and those of the default billing address with Magento's names. */
const fields: ReadonlyMap<string, SqlField> = new Map([
  ["id", integer("c.id")],
  ["entity_id", integer("c.id")],
  ["email", { sql: "c.email_key", type: "key" }],
  ["name", text("concat_ws(' ', c.prefix, c.firstname, c.middlename, c.lastname, c.suffix)")],
  ...["firstname", "lastname", "middlename", "prefix", "suffix", "taxvat", "created_in", "confirmation"].map(
    (name): [string, SqlField] => [name, text(`c.${name}`)],
  ),
  ...["group_id", "store_id", "website_id", "gender", "default_billing", "default_shipping"].map(
    (name): [string, SqlField] => [name, integer(`c.${name}`)],
  ),
  ["disable_auto_group_change", integer("c.disable_auto_group_change")],
  ["dob", timestamp("c.dob")],
  ["created_at", timestamp("c.created_at")],
  ["updated_at", timestamp("c.updated_at")],
  ...["postcode", "city", "telephone", "region", "country_id", "company", "fax", "vat_id"].map(
    (name): [string, SqlField] => [`billing_${name}`, text(`b.${name}`)],
  ),
  ["company", text("b.company")],
]);

/** Returns the search field for a code: a field of the shape or a user-defined attribute. */
export async function customerFields(
  db: Db,
  criteria: SearchCriteria,
): Promise<(code: string) => SqlField | undefined> {
  if (namedFields(criteria).every((name) => fields.has(name))) return (code) => fields.get(code);
  const defined = await readDefinedAttributes(db, "customer");
  const codes = new Set(defined.map(({ code }) => code));
  return (code) => fields.get(code) ?? (codes.has(code) ? text(`(c.custom_values ->> '${code}')`) : undefined);
}
