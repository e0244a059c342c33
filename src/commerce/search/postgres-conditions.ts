import { inCategories, valueOf } from "../catalog/published.sql.js";
import type { Condition } from "./search-engine.js";

export type Bind = (value: unknown) => string;

/** Returns an SQL condition over the tables of `valueTables`. */
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

type ConditionOf<K extends Condition["kind"]> = Extract<Condition, { readonly kind: K }>;

function textSql({ field, value }: ConditionOf<"text">, bind: Bind): string {
  const text = clean(value);
  if (field === "sku") return `strpos(p.sku_key, ${bind(text.toLowerCase().replaceAll("%", ""))}::text) > 0`;
  return `to_tsvector('simple'::regconfig, ${valueOf(field)}) @@ plainto_tsquery('simple'::regconfig, ${bind(text)}::text)`;
}

function amongSql({ field, values }: ConditionOf<"among">, bind: Bind): string {
  if (field === "category_ids") {
    return inCategories("p.id", `${bind(categoryIds(values))}::int[]`);
  }
  return `string_to_array(${valueOf(field)}, ',') && ${bind(values.map(clean))}::text[]`;
}

/** Returns the values that have the form of category ids, as numbers. */
export const categoryIds = (values: readonly string[]): number[] =>
  values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

function rangeSql({ field, from, to }: ConditionOf<"range">, price: string, bind: Bind): string {
  const isDate = (from ?? to ?? "").includes("-", 1);
  // Stored dates sort as text.
  const value = field === "price" ? `(${price})` : `(${valueOf(field)})${isDate ? "" : "::numeric"}`;
  const type = isDate ? "text" : "numeric";
  const end = to !== undefined && isDate && to.length === 10 ? `${to} 23:59:59` : to;
  const bounds = [
    ...(from === undefined ? [] : [`${value} >= ${bind(from)}::${type}`]),
    ...(end === undefined ? [] : [`${value} <= ${bind(end)}::${type}`]),
  ];
  return `(${bounds.join(" and ")})`;
}

/** Replaces null characters, which PostgreSQL rejects in text. */
export const clean = (text: string): string => text.replaceAll("\0", " ");
