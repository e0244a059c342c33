import type { Condition } from "./search-engine.js";

export type Bind = (value: unknown) => string;

/** The tables of a found product: `g` and `v` hold its global values and those of the store view `$1`, `gp` and `vp` prices. */
export const valueTables = `
  left join product_values g on g.product_id = p.id and g.store_id = 0
  left join product_values v on v.product_id = p.id and v.store_id = nullif($1::int, 0)
  left join product_price gp on gp.product_id = p.id and gp.store_id = 0
  left join product_price vp on vp.product_id = p.id and vp.store_id = nullif($1::int, 0)`;

/** The value of an attribute in the store view. The code is one of plain characters. */
export const valueOf = (code: string): string => `coalesce(v.data ->> '${code}', g.data ->> '${code}')`;

/** What a product costs now: the special price where it holds and is lower. That of bundles is a percentage. */
export function priceSql(isByWebsite: boolean): string {
  const of = (column: string) => (isByWebsite ? `coalesce(vp.${column}, gp.${column})` : `gp.${column}`);
  const now = "(now() at time zone 'UTC')";
  return `case when p.type_id <> 'bundle' and coalesce(${of("special_from")} <= ${now}, true)
    and coalesce(${of("special_to")} + interval '1 day' > ${now}, true)
    then least(${of("price")}, ${of("special_price")}) else ${of("price")} end`;
}

/** Every category with those that its products are also shown in: itself, and what is above it and an anchor. */
export const shownIn = `(select c.id as category_id, above.id as shown_in
  from category c cross join lateral unnest(string_to_array(c.path, '/')::int[]) as above (id)
  left join category_values a on a.category_id = above.id and a.store_id = 0
  where above.id <> 1 and (above.id = c.id or a.data ->> 'is_anchor' = '1'))`;

/** A condition over the tables of `valueTables`. */
export function conditionSql(condition: Condition, price: string, bind: Bind): string {
  switch (condition.kind) {
    case "text":
      return textSql(condition, bind);
    case "among":
      return amongSql(condition, bind);
    case "range":
      return rangeSql(condition, price, bind);
  }
}

type Of<K extends Condition["kind"]> = Extract<Condition, { readonly kind: K }>;

function textSql({ field, value }: Of<"text">, bind: Bind): string {
  const text = clean(value);
  if (field === "sku") return `strpos(p.sku_key, ${bind(text.toLowerCase().replaceAll("%", ""))}::text) > 0`;
  return `to_tsvector('simple'::regconfig, ${valueOf(field)}) @@ plainto_tsquery('simple'::regconfig, ${bind(text)}::text)`;
}

function amongSql({ field, values }: Of<"among">, bind: Bind): string {
  if (field === "category_ids") {
    return inCategories(`${bind(categoryIds(values))}::int[]`);
  }
  return `string_to_array(${valueOf(field)}, ',') && ${bind(values.map(clean))}::text[]`;
}

/** What can be the id of a category. */
export const categoryIds = (values: readonly string[]): number[] =>
  values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

/** Products of the categories, and of what is below those of them that are anchors: a range of paths. */
const inCategories = (
  ids: string,
): string => `p.id in (select m.product_id from product_category m where m.category_id in (
    select unnest(${ids})
    union all
    select below.id from category c
    join category_values a on a.category_id = c.id and a.store_id = 0 and a.data ->> 'is_anchor' = '1'
    join category below on below.path > c.path || '/' and below.path < c.path || '0'
    where c.id = any(${ids}) and c.id <> 1))`;

function rangeSql({ field, from, to }: Of<"range">, price: string, bind: Bind): string {
  const isDate = (from ?? to ?? "").includes("-", 1);
  // Dates are stored in a form whose order is that of their text.
  const value = field === "price" ? `(${price})` : `(${valueOf(field)})${isDate ? "" : "::numeric"}`;
  const type = isDate ? "text" : "numeric";
  const end = to !== undefined && isDate && to.length === 10 ? `${to} 23:59:59` : to;
  const bounds = [
    ...(from === undefined ? [] : [`${value} >= ${bind(from)}::${type}`]),
    ...(end === undefined ? [] : [`${value} <= ${bind(end)}::${type}`]),
  ];
  return `(${bounds.join(" and ")})`;
}

/** PostgreSQL has no text with this character. */
export const clean = (text: string): string => text.replaceAll("\0", " ");
