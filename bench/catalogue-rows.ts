import type { Target } from "./measure.js";
import { median, request, timed } from "./timing.js";

/** One call on a catalogue of sample products, whose time should not depend on how many there are. */
export interface CatalogueRow {
  readonly work: string;
  readonly method: "GET" | "PUT" | "POST";
  /** Prepares a call, by its number, and returns what it needs. That is not measured. */
  readonly prepare?: (target: Target, number: number) => Promise<string>;
  /** Returns the path and body of a call by its number. */
  readonly call: (number: number, prepared: string) => { readonly path: string; readonly body?: unknown };
}

type Filter = readonly [field: string, value: string, condition?: string];

interface Page {
  readonly filters?: readonly Filter[];
  readonly sort?: string;
  readonly page?: number;
  readonly more?: Readonly<Record<string, string>>;
}

const size = 100;

/** Returns the query of a page. Filters are one group, so one of them must match. */
function queryOf({ filters = [], sort, page, more = {} }: Page): string {
  const query = new URLSearchParams(more);
  for (const [at, [field, value, condition = "eq"]] of filters.entries()) {
    const filter = `searchCriteria[filter_groups][0][filters][${at}]`;
    query.set(`${filter}[field]`, field);
    query.set(`${filter}[value]`, value);
    query.set(`${filter}[condition_type]`, condition);
  }
  if (sort !== undefined) query.set("searchCriteria[sortOrders][0][field]", sort);
  if (page !== undefined) query.set("searchCriteria[currentPage]", String(page));
  query.set("searchCriteria[pageSize]", String(size));
  return query.toString();
}

/** Returns a row that reads a path. */
export const get = (work: string, path: string): CatalogueRow => ({ work, method: "GET", call: () => ({ path }) });
/** Returns a row that reads a page of products after a change, so that its total is counted. */
const products = (work: string, page: Page): CatalogueRow => ({
  ...get(work, `/rest/V1/products?${queryOf(page)}`),
  prepare: async (target, number) => {
    await request(target, "PUT", `/rest/V1/products/${sku(number)}`, JSON.stringify(priceChange(number)));
    return "";
  },
});
const priced = (work: string, page: Page) => get(`price desk: ${work}`, `/rest/V1/priced-products?${queryOf(page)}`);
/** Returns a row that reads another page of the same search with each call, and nothing changes. */
const following = (work: string, page: Page): CatalogueRow => ({
  ...{ work, method: "GET" },
  call: (number) => ({ path: `/rest/V1/products?${queryOf({ ...page, page: number + 2 })}` }),
});
const words = (work: string, text: string) =>
  get(
    work,
    `/rest/V1/search?${queryOf({ filters: [["search_term", text]], more: { "searchCriteria[requestName]": "quick_search_container" } })}`,
  );

const sku = (number: number) => `sample-simple-${String(number * 20 + 1).padStart(5, "0")}`;

/** Returns the rows for a catalogue of this many sample products. */
export function catalogueRows(count: number): readonly CatalogueRow[] {
  const rare = String(Math.floor(count / 20) * 10 + 1).padStart(5, "0");
  return [...writes, ...lists(count, rare), ...searches(rare), ...priceDesk(rare)];
}

const writes: readonly CatalogueRow[] = [
  { work: "read a product", method: "GET", call: (number) => ({ path: `/rest/V1/products/${sku(number)}` }) },
  {
    work: "change a price",
    method: "PUT",
    call: (number) => ({ path: `/rest/V1/products/${sku(number)}`, body: priceChange(number) }),
  },
  {
    work: "5,000 base prices in one call",
    method: "POST",
    call: (number) => ({ path: "/rest/V1/products/base-prices", body: { prices: basePrices(number) } }),
  },
];

const lists = (count: number, rare: string): readonly CatalogueRow[] => [
  products("first page of 100", {}),
  following("a following page of 100", {}),
  products("first page of 100 without `total_count`", { more: { fields: "items[sku]" } }),
  products("last page of 100", { page: Math.ceil(count / size) }),
  products("filter on the price", { filters: [["price", "100", "gt"]] }),
  following("a following page of that filter", { filters: [["price", "100", "gt"]] }),
  products("sorted by `updated_at`", { sort: "updated_at" }),
  products("sorted by price", { sort: "price" }),
  products("sorted by name", { sort: "name" }),
  products("`like %…%` on the name, rare", { filters: [["name", `%p ${rare}%`, "like"]] }),
  products("`like %…%` on the name, 1 of 77 products", { filters: [["name", "%oak lamp%", "like"]] }),
  products("`like %…%` on the SKU", { filters: [["sku", `%${rare}%`, "like"]] }),
];

const searches = (rare: string): readonly CatalogueRow[] => [
  words("search for a rare word", rare),
  words("search for a word of 1 in 7 products", "oak"),
  words("search for a word of all products", "portico"),
  words("search for two words", "steel lamp"),
];

function priceDesk(rare: string): readonly CatalogueRow[] {
  const parts = (text: string): readonly Filter[] => [
    ["sku", `%${text}%`, "like"],
    ["name", `%${text}%`, "like"],
  ];
  return [
    priced("first page", {}),
    ...["name", "price", "special_price", "cost", "margin_percent", "quantity", "type_id"].map((sort) =>
      priced(`sorted by \`${sort}\``, { sort }),
    ),
    priced("parts of SKU and name, rare", { filters: parts(rare) }),
    priced("parts of SKU and name, 1 of 7 products", { filters: parts("oak") }),
    priced("category", { filters: [["category_id", "4"]] }),
    priced("type", { filters: [["type_id", "bundle"]] }),
    priced("status", { filters: [["status", "1"]] }),
    priced("price", { filters: [["price", "100", "gteq"]] }),
    priced("changed in the last 7 days", { filters: [["changed_at", sinceDays(7), "gteq"]] }),
  ];
}

const priceOf = (number: number): number => 10 + (Math.round(performance.now() * 100 + number) % 100_000) / 100;

const priceChange = (number: number) => ({ product: { price: priceOf(number) } });

/** Places of simple products in each twenty sample products. */
const simple = [1, 2, 11, 12, 13, 14, 15, 16, 17, 20];

/** Returns new prices of 5,000 products in a row, of at least 10,000. */
const basePrices = (number: number) =>
  Array.from({ length: 500 }, (_, block) =>
    simple.map((place) => ({
      ...{ sku: `sample-simple-${String(block * 20 + place).padStart(5, "0")}`, store_id: 0 },
      price: priceOf(number + block + place),
    })),
  ).flat();

const sinceDays = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace("T", " ");

const warmUp = 2;

/** Returns the median milliseconds of a row, over one connection. */
export async function measureRow(target: Target, row: CatalogueRow, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < warmUp + rounds; number += 1) {
    const prepared = await row.prepare?.(target, number);
    const { path, body } = row.call(number, prepared ?? "");
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const time = await timed(() => request(target, row.method, path, sent));
    if (number >= warmUp) times.push(time);
  }
  return median(times);
}
