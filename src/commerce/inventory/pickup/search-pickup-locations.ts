import type { ConfiguredContext } from "../../../api/call/context.js";
import { direction, pageRange } from "../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { withoutNulls } from "../../../platform/db/models.js";
import { searchSources } from "../sources/sources.rows.js";
import type { InventorySource } from "../sources/sources.types.js";
import { requireStockOfChannel } from "../stocks/save-stock.js";
import { websiteType } from "../stocks/sales-channels.rows.js";
import { type DistantSource, sourcesInArea } from "./pickup-area.js";
import { readPickupPlaces, withProducts } from "./pickup-locations.rows.js";
import type {
  PickupLocation,
  PickupLocationFilters,
  PickupLocationSearchRequest,
  PickupLocationSearchResult,
} from "./pickup-locations.types.js";

/**
 * Searches the pickup locations of the stock of a sales channel. Throws 404 for an unknown channel and an unknown place, and
 * 400 for criteria that do not apply to sources.
 */
export async function searchPickupLocations(
  given: PickupLocationSearchRequest,
  ctx: ConfiguredContext,
): Promise<PickupLocationSearchResult> {
  const request = { ...given, scope_type: given.scope_type ?? websiteType, current_page: given.current_page ?? 1 };
  const range = pageRange({ page_size: request.page_size ?? null, current_page: request.current_page });
  const found = inOrder(await matchingSources(request, ctx), request);
  const page = range ? found.slice(range.offset, range.offset + range.size) : found;
  return {
    items: page.map(toPickupLocation),
    search_request: withDefaults(request),
    total_count: found.length,
  };
}

type Request = PickupLocationSearchRequest & { readonly scope_type: string };

/** Returns the locations that match all criteria, in the order of the sort orders. In an area, each has its distance. */
async function matchingSources(request: Request, ctx: ConfiguredContext): Promise<Found[]> {
  const { db } = ctx;
  const stock = await requireStockOfChannel(db, { type: request.scope_type, code: request.scope_code });
  const all = await readPickupPlaces(db, stock.stock_id ?? 0);
  const { items } = await searchSources(db, toCriteria(request));
  const codes = new Set<string>(all.map(({ source_code: code }) => code));
  const sources = items.filter(({ source_code: code }) => codes.has(code ?? ""));
  const products = request.extension_attributes?.products_info ?? [];
  const skus = products.map(({ sku }) => sku);
  const stocked = skus.length === 0 ? sources : await withProducts(db, sources, skus);
  return request.area ? sourcesInArea(stocked, request.area, ctx) : stocked.map((source) => ({ source }));
}

type Found = Pick<DistantSource, "source"> & Partial<DistantSource>;

/** Names of columns that pickup locations show by other names. */
const columns: Readonly<Record<string, string>> = {
  country: "country_id",
  name: "frontend_name",
  description: "frontend_description",
  pickup_location_code: "source_code",
};
const columnOf = (field: string): string => (Object.hasOwn(columns, field) ? (columns[field] ?? field) : field);

const distanceField = "distance";

function toCriteria({ filters, sort }: Request): SearchCriteria {
  const conditions = Object.entries((filters ?? {}) as Readonly<Record<keyof PickupLocationFilters, Condition>>);
  return {
    filter_groups: conditions.flatMap(([field, condition]) =>
      condition ? [{ filters: [{ field: columnOf(field), ...condition }] }] : [],
    ),
    sort_orders: (sort ?? []).flatMap((order) =>
      order.field == null || order.field === distanceField ? [] : [{ ...order, field: columnOf(order.field) }],
    ),
  };
}

type Condition = PickupLocationFilters[keyof PickupLocationFilters];

/** Sorts locations in an area by distance if that is requested, or if nothing else is. Keeps the order otherwise. */
function inOrder(found: readonly Found[], { area, sort }: Request): InventorySource[] {
  const byDistance =
    sort?.find(({ field }) => field === distanceField) ?? (sort?.length ? undefined : { direction: "ASC" });
  const sign = byDistance && direction(byDistance) === "DESC" ? -1 : 1;
  const sorted =
    area && byDistance ? [...found].sort((one, other) => sign * ((one.distance ?? 0) - (other.distance ?? 0))) : found;
  return sorted.map(({ source }) => source);
}

/** Returns the search with the defaults that apply to it, as answers show it. */
function withDefaults({ filters, sort, ...request }: Request): PickupLocationSearchRequest {
  const conditions = Object.entries({ ...filters }).flatMap(([field, condition]) =>
    condition ? [[field, { ...condition, condition_type: condition.condition_type ?? "eq" }] as const] : [],
  );
  return {
    ...withoutNulls(request),
    scope_code: request.scope_code,
    ...(filters ? { filters: Object.fromEntries(conditions) } : {}),
    ...(sort ? { sort: sort.map((order) => ({ field: order.field, direction: direction(order) })) } : {}),
  };
}

function toPickupLocation(source: InventorySource): PickupLocation {
  const { source_code: code, extension_attributes: extension } = source;
  const { email, fax, contact_name, latitude, longitude, country_id, region_id } = source;
  const { region, city, street, postcode, phone } = source;
  return {
    pickup_location_code: code ?? "",
    name: extension?.frontend_name ?? source.name ?? "",
    country_id: country_id ?? "",
    postcode: postcode ?? "",
    ...withoutNulls({ description: extension?.frontend_description ?? null, email, fax, contact_name }),
    ...withoutNulls({ latitude, longitude, region_id, region, city, street, phone }),
  };
}
