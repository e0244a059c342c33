// SQL: models cannot search full text.
import { isSoldOn, productCategories, products, shownIn, valueOf, valueTables } from "../catalog/published.sql.js";
import { currentPrice } from "../pricing/published.sql.js";
import { readSettings } from "../store/published.js";
import type { ConfiguredContext } from "../../api/call/context.js";
import { type Bind, categoryIds, clean, conditionSql } from "./postgres-conditions.js";
import { similarNamesSql, hitsSql } from "./postgres-hits.js";
import { maxWords, readWords } from "./postgres-words.sql.js";
import type { Condition, Found, SearchEngine, SearchQuery, Sorting, ValueCount } from "./search-engine.js";
import { stemmerOf } from "./stemmers.js";

type EngineContext = Pick<ConfiguredContext, "db" | "scope" | "config">;

const locale = "general/locale/code";

/**
 * Finds products with PostgreSQL's full-text search. Each word scores if any attribute contains it; matches in the name
 * and the SKU score higher, with Magento's weights. If no word matches, it finds products with similarly spelled names.
 */
export const postgresEngine: SearchEngine = {
  find: (query, ctx) =>
    ctx.db.transaction(async (tx) => {
      const seconds = ctx.config.PORTICO_SEARCH_SECONDS;
      const limits = seconds > 0 ? { ...forManyHits, statement_timeout: `${seconds}s` } : forManyHits;
      await tx.execute(`select ${Object.entries(limits).map(setLocal).join(", ")}`);
      return find(query, { ...ctx, db: tx });
    }),
};

/**
 * Keeps the places of all hits in memory: for lack of it, PostgreSQL notes only their pages, and splits each text on them
 * into words again, which takes half a minute for a hundred thousand hits. Without workers, it reads hits in one order.
 */
const forManyHits = { work_mem: "64MB", max_parallel_workers_per_gather: "0" };

const setLocal = ([name, value]: readonly [string, string]) => `set_config('${name}', '${value}', true)`;

/** For each product that a search may find, how many products it reads for a word. The best of these are found. */
const readForEach = 2;

async function find(query: SearchQuery, ctx: EngineContext): Promise<Found> {
  const term = query.term === undefined ? undefined : clean(query.term).trim();
  if (term === undefined) return run(query, ctx, () => undefined);
  const codes = query.searchable.map(({ code }) => code);
  const settings = await readSettings(ctx.db, [locale]);
  const stemmer = stemmerOf(settings.value(locale, ctx.scope));
  const words = await readWords(ctx.db, { text: term, codes, storeId: ctx.scope.storeId, stemmer });
  const skus = term
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort((one, other) => other.length - one.length)
    .slice(0, maxWords);
  if (words.length === 0 && skus.length === 0) return { items: [], total: 0, counts: [] };
  const most = ctx.config.PORTICO_SEARCH_MATCHES;
  const limitOf = (bind: Bind) => `${bind(most === 0 ? null : most * readForEach)}::int`;
  const found = await run(query, ctx, (bind) => hitsSql({ words, skus, codes }, { bind, limit: limitOf(bind) }));
  return found.total > 0
    ? found
    : run(query, ctx, (bind) => similarNamesSql(words.map(({ word }) => word).join(" ") || term, bind));
}

async function run(query: SearchQuery, ctx: EngineContext, hitsOf: (bind: Bind) => string | undefined): Promise<Found> {
  const { scope, config, db } = ctx;
  const values: unknown[] = [scope.storeId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const hit = hitsOf(bind);
  const price = currentPrice({ priceScope: config.PORTICO_PRICE_SCOPE });
  const conditions = [
    `${valueOf("status")} = '1'`,
    `${valueOf("visibility")} in ('2', '3', '4')`,
    ...(scope.websiteId === 0 ? [] : [isSoldOn("p.id", `${bind(scope.websiteId)}::int`)]),
    ...query.conditions.map((condition) => conditionSql(condition, price, bind)),
  ];
  const columns = [
    `p.id, ${hit === undefined ? "0 as score" : "h.score"}, ${price} as price`,
    ...query.sorting.map((sorting, at) => `${sortSql(sorting, query.conditions, bind)} as sort_${at}`),
    ...(query.counted?.length ? [`array[${query.counted.map(valueOf).join(", ")}] as counted`] : []),
  ];
  const from = hit === undefined ? `${products} p` : `${rankedSql(hit)} h join ${products} p on p.id = h.id`;
  const best =
    hit === undefined ? "" : `order by h.score desc, h.id limit ${bind(config.PORTICO_SEARCH_MATCHES || null)}::int`;
  const text = `with found as materialized (
      select ${columns.join(", ")} from ${from} ${valueTables} where ${conditions.join(" and ")} ${best})
    select (select coalesce(json_agg(json_build_object('id', id, 'score', round(score::numeric, 4))), '[]')
        from (select * from found order by ${orderOf(query.sorting)}
          limit ${bind(query.limit)}::int offset ${bind(String(query.offset))}::bigint) as page) as items,
      (select count(*)::int from found) as total,
      ${query.counted ? countsSql(query.counted, bind) : "'[]'::json"} as counts`;
  const row = await db.one<{ items: Found["items"]; total: number; counts: ValueCount[] }>(text, values);
  return row ?? { items: [], total: 0, counts: [] };
}

/** Returns SQL of the products with any hit, by score. */
const rankedSql = (hit: string) =>
  `(select id, sum(weight) as score from (${hit}) as one (id, weight) group by id order by score desc, id offset 0)`;

function sortSql({ field, backendType }: Sorting, conditions: readonly Condition[], bind: Bind): string {
  if (field in ownColumns) return "null::int";
  if (field === "position") return positionSql(conditions, bind);
  const column = productColumns[field];
  if (column) return column;
  const value = valueOf(field);
  return backendType === "int" || backendType === "decimal" ? `(${value})::numeric` : `lower(${value})`;
}

const ownColumns: Readonly<Record<string, string>> = { relevance: "score", price: "price", entity_id: "id" };
const productColumns: Readonly<Record<string, string>> = {
  sku: "p.sku_key",
  created_at: "p.created_at",
  updated_at: "p.updated_at",
};

/**
 * Returns SQL for the position of a product in the searched categories. Products assigned only to their subcategories
 * get the highest position.
 */
function positionSql(conditions: readonly Condition[], bind: Bind): string {
  const ids = conditions.flatMap((condition) =>
    condition.kind === "among" && condition.field === "category_ids" ? categoryIds(condition.values) : [],
  );
  return `coalesce((select min(m.position) from ${productCategories} m
    where m.product_id = p.id and m.category_id = any(${bind(ids)}::int[])), 2147483647)`;
}

function orderOf(sorting: readonly Sorting[]): string {
  const given = sorting.map(({ field, direction }, at) => {
    const nulls = direction === "ASC" ? "nulls first" : "nulls last";
    return `${ownColumns[field] ?? `sort_${at}`} ${direction.toLowerCase()} ${nulls}`;
  });
  return [...given, "score desc", "id"].join(", ");
}

/**
 * Returns SQL that counts the found products by value. Prices are grouped by the largest power of ten that separates
 * some of them. The planner underestimates the number of found products and would nest loops over them, so the values
 * of all products are computed in a separate CTE.
 */
const countsSql = (codes: readonly string[], bind: Bind): string => `(
  with priced as materialized (
    select power(10::numeric, coalesce(max(k), 1)) as size
    from generate_series(1, 14) as k, (select min(price) as low, max(price) as high from found) as ends
    where floor(low / power(10::numeric, k)) <> floor(high / power(10::numeric, k)))
  select coalesce(json_agg(json_build_object('field', field, 'value', value, 'count', count) order by field, place, value), '[]')
  from (
    select 'category' as field, shown.shown_in::text as value, count(distinct product.id) as count, shown.shown_in::numeric as place
    from (select m.category_id, array_agg(f.id) as ids from found f join ${productCategories} m on m.product_id = f.id
        group by m.category_id) as filled
      join ${shownIn} as shown using (category_id) cross join lateral unnest(filled.ids) as product (id)
    group by shown.shown_in
    union all
    select 'price', trunc(step * size)::bigint || '_' || trunc((step + 1) * size)::bigint, count(*), step
    from (select floor(f.price / r.size) as step, r.size from found f cross join priced r where f.price is not null) as stepped
    group by step, size
    ${codes.length > 0 ? `union all ${attributeCountsSql(bind(codes))}` : ""}) as counts)`;

/** Returns SQL that counts the found products by attribute value. A product counts once for each value in a list. */
const attributeCountsSql = (codes: string): string => `
    select code, item, count(*), null from found f
    cross join lateral unnest(${codes}::text[], f.counted) as counted (code, value)
    cross join lateral unnest(string_to_array(value, ',')) as item
    where item <> '' group by code, item`;
