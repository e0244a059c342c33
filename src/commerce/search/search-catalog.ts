import type { ConfiguredContext } from "../../api/call/context.js";
import { postgresEngine } from "./postgres-engine.sql.js";
import type { Found, SearchEngine } from "./search-engine.js";
import { readSearchAttributes } from "./search-facts.sql.js";
import { requestByName, toQuery } from "./search-request.js";
import type { AggregationBucket, CatalogSearchCriteria, CatalogSearchResult } from "./search.types.js";

/** The engine that runs searches. Replace it here to use another one. */
const engine: SearchEngine = postgresEngine;

/** Searches the catalog. Throws 400 for an unknown request name and for an invalid sort order or page. */
export async function searchCatalog(
  criteria: CatalogSearchCriteria,
  ctx: ConfiguredContext,
): Promise<CatalogSearchResult> {
  const request = requestByName(criteria.request_name);
  const query = toQuery(criteria, request, await readSearchAttributes(ctx.db));
  const found = await engine.find(query, ctx);
  const buckets = query.counted ? bucketsOf(["price", "category", ...query.counted], found) : [];
  return {
    items: found.items.map(({ id, score }) => ({
      id,
      custom_attributes: [{ attribute_code: "score", value: String(score) }],
    })),
    aggregations: { buckets, bucket_names: buckets.map(({ name }) => name) },
    search_criteria: normalizeCriteria(criteria),
    total_count: found.total,
  };
}

function bucketsOf(fields: readonly string[], { counts }: Found): AggregationBucket[] {
  return fields.map((field) => ({
    name: `${field}_bucket`,
    values: counts
      .filter((found) => found.field === field)
      .map(({ value, count }) => ({ value, metrics: [value, String(count)] })),
  }));
}

function normalizeCriteria({
  request_name,
  filter_groups,
  sort_orders,
  ...page
}: CatalogSearchCriteria): CatalogSearchCriteria {
  return {
    request_name: request_name ?? "",
    filter_groups: (filter_groups ?? []).map((group) => ({
      filters: (group.filters ?? []).map((filter) => ({ ...filter, condition_type: filter.condition_type ?? "eq" })),
    })),
    ...(sort_orders ? { sort_orders } : {}),
    ...(page.page_size == null ? {} : { page_size: page.page_size }),
    ...(page.current_page == null ? {} : { current_page: page.current_page }),
  };
}
