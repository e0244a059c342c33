import type { Context } from "../webapi/context.js";
import { type Bind, clean, conditionSql, priceSql, shownIn, valueOf, valueTables } from "./postgres-conditions.js";
import { readWords, termOf, type Word } from "./postgres-words.rows.js";
import type { Found, SearchEngine, SearchQuery, Sorting, ValueCount } from "./search-engine.js";

type EngineContext = Pick<Context, "db" | "scope" | "config">;

/**
 * Finds products by the full text search of PostgreSQL. A word counts once for the attribute that it is found in, more in
 * the name and in the SKU, as the weights of Magento are. Where no word is found, names that are spelt alike are.
 */
export const postgresEngine: SearchEngine = {
  async find(query, ctx) {
    const term = query.term === undefined ? undefined : clean(query.term).trim();
    if (term === undefined) return run(query, ctx, () => undefined);
    const codes = query.searchable.map(({ code }) => code);
    const words = await readWords(ctx.db, { text: term, codes, storeId: ctx.scope.storeId });
    const beginnings = term
      .toLowerCase()
      .split(/\s+/, 20)
      .filter((word) => word !== "");
    if (words.length === 0 && beginnings.length === 0) return { items: [], total: 0, counts: [] };
    const found = await run(query, ctx, (bind) => hits({ words, beginnings, codes }, bind));
    return found.total > 0 ? found : run(query, ctx, (bind) => alike(term, bind));
  },
};

interface Wanted {
  readonly words: readonly Word[];
  readonly beginnings: readonly string[];
  readonly codes: readonly string[];
}

/** The weights that Magento gives to matches in the SKU and in the name; others count 1. */
const weights = { sku: 6, name: 5 };

/** Products with any of the words, and what each match counts. */
function hits({ words, beginnings, codes }: Wanted, bind: Bind): string {
  const byWord = words.flatMap(({ word, options }) => {
    const anywhere = [
      ...codes.map((code) => termOf(`${code}:${word}`, ":*")),
      ...(options ?? []).map((o) => termOf(o)),
    ];
    const inName = codes.includes("name") ? [withWord(bind(termOf(`name:${word}`)), weights.name)] : [];
    return [...inName, ...(anywhere.length > 0 ? [withWord(bind(anywhere.join(" | ")), 1)] : [])];
  });
  const bySku = beginnings.map((beginning) => {
    const from = `${bind(beginning)}::text`;
    return `select p.id, case when p.sku_key = ${from} then ${4 * weights.sku} else ${weights.sku} end from product p
      where p.sku_key ~>=~ ${from} and p.sku_key ~<~ (${from} || chr(1114111))`;
  });
  return [...byWord, ...bySku].join("\n union all ");
}

/** A global value counts where the store view has none of its own. */
function withWord(parameter: string, weight: number): string {
  const query = `${parameter}::tsquery`;
  return `select i.product_id, ${weight} from product_values i
    left join product_values o on i.store_id = 0 and o.product_id = i.product_id and o.store_id = nullif($1::int, 0)
    where product_search_words(i.data) @@ ${query} and i.store_id in (0, $1::int) and (o.product_id is null
      or product_search_words(i.data - array(select jsonb_object_keys(o.data))) @@ ${query})`;
}

/** Products whose name in the store view is spelt alike. */
const alike = (term: string, bind: Bind): string => `select n.product_id, n.likeness
  from product_names_like(lower(${bind(term.slice(0, 200))}::text)) n
  left join product_values o on n.store_id = 0 and o.product_id = n.product_id and o.store_id = nullif($1::int, 0)
    and o.data ? 'name'
  where n.store_id in (0, $1::int) and o.product_id is null`;

async function run(query: SearchQuery, ctx: EngineContext, hitsOf: (bind: Bind) => string | undefined): Promise<Found> {
  const { scope, config, db } = ctx;
  const values: unknown[] = [scope.storeId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const hit = hitsOf(bind);
  const price = priceSql(config.PORTICO_PRICE_SCOPE !== "global");
  const conditions = [
    `${valueOf("status")} = '1'`,
    `${valueOf("visibility")} in ('2', '3', '4')`,
    ...(scope.websiteId === 0 ? [] : [sold(bind(scope.websiteId))]),
    ...query.conditions.map((condition) => conditionSql(condition, price, bind)),
  ];
  const sorts = query.sorting.map((sorting) => sortSql(sorting));
  const text = `with found as materialized (
      select p.id, ${hit ? "h.score" : "0 as score"}, ${price} as price${sorts.map((sort, at) => `, ${sort} as sort_${at}`).join("")}
      from ${hit ? `(select id, sum(weight) as score from (${hit}) as one (id, weight) group by id) h join product p using (id)` : "product p"}
      ${valueTables}
      where ${conditions.join(" and ")})
    select (select coalesce(json_agg(json_build_object('id', id, 'score', round(score::numeric, 4))), '[]')
        from (select * from found order by ${orderOf(query.sorting)}
          limit ${bind(query.limit)}::int offset ${bind(String(query.offset))}::bigint) as page) as items,
      (select count(*)::int from found) as total,
      ${query.counted ? countsSql(query.counted, bind) : "'[]'::json"} as counts`;
  const [row] = await db.query<{ items: Found["items"]; total: number; counts: ValueCount[] }>(text, values);
  return row ?? { items: [], total: 0, counts: [] };
}

const sold = (website: string) =>
  `exists (select from product_website w where w.product_id = p.id and w.website_id = ${website}::int)`;

function sortSql({ field, backendType }: Sorting): string {
  if (field === "relevance" || field === "price" || field === "entity_id") return "null::int";
  const value = valueOf(field);
  return backendType === "int" || backendType === "decimal" ? `(${value})::numeric` : `lower(${value})`;
}

const ownColumns: Readonly<Record<string, string>> = { relevance: "score", price: "price", entity_id: "id" };

function orderOf(sorting: readonly Sorting[]): string {
  const given = sorting.map(({ field, direction }, at) => {
    const nulls = direction === "ASC" ? "nulls first" : "nulls last";
    return `${ownColumns[field] ?? `sort_${at}`} ${direction.toLowerCase()} ${nulls}`;
  });
  return [...given, "score desc", "id"].join(", ");
}

/** What found products can be narrowed down by; prices by the widest powers of ten that tell some of them apart. */
const countsSql = (codes: readonly string[], bind: Bind): string => `(
  select coalesce(json_agg(json_build_object('field', field, 'value', value, 'count', count) order by field, place, value), '[]')
  from (
    select 'category' as field, shown.shown_in::text as value, count(distinct f.id) as count, shown.shown_in::numeric as place
    from found f join product_category m on m.product_id = f.id join ${shownIn} as shown using (category_id) group by shown.shown_in
    union all
    select 'price', trunc(step * size)::bigint || '_' || trunc((step + 1) * size)::bigint, count(*), step
    from (select floor(f.price / r.size) as step, r.size from found f cross join (
        select power(10::numeric, coalesce(max(k), 1)) as size from generate_series(1, 14) as k,
          (select min(price) as low, max(price) as high from found) as ends
        where floor(low / power(10::numeric, k)) <> floor(high / power(10::numeric, k))) as r
      where f.price is not null) as stepped
    group by step, size
    union all
    select code, item, count(*), null from found f
    left join product_values g on g.product_id = f.id and g.store_id = 0
    left join product_values v on v.product_id = f.id and v.store_id = nullif($1::int, 0)
    cross join unnest(${bind(codes)}::text[]) as counted (code)
    cross join lateral unnest(string_to_array(coalesce(v.data ->> code, g.data ->> code), ',')) as item
    where item <> '' group by code, item) as counted)`;
