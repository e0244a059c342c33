import { fitUnrounded, signedAmountColumn } from "../../../../platform/money/columns.js";
import { formatFixed } from "../../../../platform/money/format.js";
import type { AttributeFacts } from "../../attributes/product-attributes.sql.js";
import type { IndexedCondition, SqlField } from "../../../../api/search-criteria/sql-field.js";

/** Returns a value in its stored form, or undefined if an exact comparison is not enough. */
function toStoredForm(backendType: string, given: string): string | undefined {
  const value = given.trim();
  switch (backendType) {
    case "int":
      return /^-?\d{1,9}$/.test(value) ? String(Number(value)) : undefined;
    case "decimal": {
      const decimal = fitUnrounded(value, signedAmountColumn);
      return decimal === undefined ? undefined : formatFixed(decimal, 6);
    }
    case "datetime":
      return undefined;
    default:
      return given;
  }
}

/**
 * Finds products by the shared index of attribute terms: products whose value in the store view `$1` is one of the
 * given values. A global value counts if the store view has none; global attributes never have store view values.
 */
export const termCondition =
  (
    code: string,
    { backend_type, scope }: Pick<AttributeFacts, "backend_type" | "scope">,
  ): NonNullable<SqlField["indexed"]> =>
  ({ condition, values, bind }: IndexedCondition) => {
    const found = values.map((value) => toStoredForm(backend_type, value));
    const isText = backend_type === "varchar" || backend_type === "text";
    if (found.includes(undefined) || (condition === "finset" && !(isText && isItem(values)))) return undefined;
    const given = `unnest(${bind(found)}::text[]) as given`;
    const item = condition === "finset" ? ` union all select '${code}~' || lower(given) from ${given}` : "";
    const terms = `array(select product_value_term('${code}', given) from ${given}${item})`;
    if (scope === "global") {
      return `p.id in (select i.product_id from product_values i
        where product_value_terms(i.data) && ${terms} and i.store_id = 0)`;
    }
    return `p.id in (select i.product_id from product_values i
      left join product_values o on i.store_id = 0 and o.product_id = i.product_id and o.store_id = nullif($1::int, 0)
        and o.data ? '${code}'
      where product_value_terms(i.data) && ${terms} and i.store_id in (0, $1::int) and o.product_id is null)`;
  };

/** Whether the values can be list items in the index. Lists whose items contain white space have no terms for them. */
const isItem = (values: readonly string[]) => values.every((value) => /^[^\s,]{1,100}$/.test(value));
