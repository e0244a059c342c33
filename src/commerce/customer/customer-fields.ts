import type { Db } from "../../platform/db/database.js";
import { namedFields } from "../../api/search-criteria/criteria.js";
import { addedSqlFields } from "../../api/search-criteria/added-values.sql.js";
import { fieldsByCode } from "../../api/search-criteria/sql-field.js";
import { fieldOf, type FieldSource, modelFields, type ModelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { readDefinedAttributes } from "./attributes/attributes.rows.js";
import { customerValues } from "./customers.rows.js";
import { Customer } from "./customers.types.js";

/** A column of the default billing address. */
const billing = (column: string): FieldSource<"customer"> => ({
  sql: `(select b.${column} from customer_address b where b.id = t.default_billing)`,
  type: "text",
});

/** The fields of the shape, and Magento's names for fields of the default billing address. */
const fields = modelFields("customer", Customer, {
  entity_id: "id",
  // Only other systems number customers.
  increment_id: { sql: "null::text", type: "text" },
  email: "email_key",
  name: { sql: "concat_ws(' ', t.prefix, t.firstname, t.middlename, t.lastname, t.suffix)", type: "text" },
  billing_postcode: billing("postcode"),
  billing_city: billing("city"),
  billing_telephone: billing("telephone"),
  billing_region: billing("region"),
  billing_country_id: billing("country_id"),
  billing_company: billing("company"),
  billing_fax: billing("fax"),
  billing_vat_id: billing("vat_id"),
  company: billing("company"),
});

/** Returns a field in any case, as Magento's tables have it. A filter may lack the name. */
const fieldNamed = (name: string | undefined) =>
  name
    ? (fields.field(name) ??
      fields.field(name.toLowerCase()) ??
      fieldsByCode(addedSqlFields(customerValues, "t.id"))(name))
    : undefined;

/** Returns the fields that customers are searched by: those of the shape, in any case, and user-defined attributes. */
export async function customerFields(db: Db, criteria: SearchCriteria): Promise<ModelFields<"customer">> {
  const inAnyCase = { ...fields, field: fieldNamed };
  if (namedFields(criteria).every((name) => fieldNamed(name))) return inAnyCase;
  const defined = await readDefinedAttributes(db, "customer");
  const codes = new Set(defined.map(({ code }) => code));
  const valueOf = (code: string) => fieldOf("customer", { sql: `(t.custom_values ->> '${code}')`, type: "text" });
  return { ...fields, field: (code) => fieldNamed(code) ?? (codes.has(code) ? valueOf(code) : undefined) };
}
