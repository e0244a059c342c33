import { decimalSeparator } from "../translate.js";
import { parseAmount } from "./amounts.js";

/** The columns that a user can hide, with their labels and the field by which they are sorted. */
export const columns = [
  { id: "picture", label: "Picture" },
  { id: "name", label: "Name", sort: "name" },
  { id: "price", label: "Base price", sort: "price", kind: "base" },
  { id: "special_price", label: "Special price", sort: "special_price", kind: "special" },
  { id: "special_from", label: "Special from", sort: "special_from" },
  { id: "special_to", label: "Special to", sort: "special_to" },
  { id: "tier", label: "Tier prices" },
  { id: "cost", label: "Cost", sort: "cost", kind: "cost" },
  { id: "margin", label: "Margin", sort: "margin_percent" },
  { id: "stock", label: "Stock", sort: "quantity" },
  { id: "type", label: "Type", sort: "type_id" },
  { id: "changed", label: "Last change" },
] as const;

export type Column = (typeof columns)[number];
export type ColumnId = Column["id"];

/** Whether a column shows numbers. */
export const isNumeric = (id: ColumnId): boolean =>
  ["price", "special_price", "tier", "cost", "margin", "stock"].includes(id);

/** What the list shows: its filter, order, store view and columns. All values are text, empty for none. */
export interface ViewState {
  readonly text: string;
  readonly category: string;
  readonly type: string;
  readonly status: string;
  readonly from: string;
  readonly to: string;
  /** Number of days in which a price changed. */
  readonly days: string;
  readonly store: string;
  readonly sort: string;
  readonly direction: string;
  /** Ids of the shown columns, separated by commas. */
  readonly columns: string;
}

const usual: readonly ColumnId[] = [
  ...["picture", "name", "price", "special_price", "tier", "cost", "margin", "stock", "changed"],
] as ColumnId[];

export const defaultState: ViewState = {
  ...{ text: "", category: "", type: "", status: "", from: "", to: "", days: "", store: "" },
  ...{ sort: "sku", direction: "ASC", columns: usual.join() },
};

/** Formats a state as the query of an address, without what is usual. */
export function formatState(state: ViewState): string {
  const entries = Object.entries(state).filter(([name, value]) => value !== defaultState[name as keyof ViewState]);
  return new URLSearchParams(entries as [string, string][]).toString();
}

/** Reads a state from the query of an address. Unknown names are left out. */
export function parseState(query: string): ViewState {
  const given = [...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(defaultState, name));
  return { ...defaultState, ...Object.fromEntries(given) };
}

/** Returns the shown columns, in their usual order. */
export const shownColumns = ({ columns: shown }: ViewState): readonly Column[] =>
  columns.filter(({ id }) => shown.split(",").includes(id));

type Filter = readonly [field: string, value: string, condition?: string];

/** Returns the groups of conditions of a state: one condition of each group must match. */
function filtersOf(
  { text, category, type, status, from, to, days }: ViewState,
  now: Date,
): readonly (readonly Filter[])[] {
  const pattern = `%${text.trim().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const ones: readonly Filter[] = [
    ["category_id", category],
    ["type_id", type],
    ["status", status],
    ["price", plainAmount(from), "gteq"],
    ["price", plainAmount(to), "lteq"],
    ["changed_at", days === "" ? "" : sinceDays(Number(days), now), "gteq"],
  ];
  const groups = ones.filter(([, value]) => value !== "").map((filter) => [filter]);
  if (text.trim() === "") return groups;
  const found: readonly Filter[] = [
    ["sku", pattern, "like"],
    ["name", pattern, "like"],
  ];
  return [found, ...groups];
}

/** Returns a typed amount as plain digits. The server refuses what is no amount. */
const plainAmount = (text: string): string => parseAmount(text, decimalSeparator()) ?? text;

const sinceDays = (days: number, now: Date): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 19).replace("T", " ");

interface Page {
  readonly size: number;
  readonly after?: string | undefined;
  readonly now?: Date;
  /** Only these products. */
  readonly skus?: readonly string[];
}

/** Returns the conditions of a state, with its store view, as a query. */
export function filterQuery(state: ViewState, { skus, now = new Date() }: Pick<Page, "skus" | "now"> = {}) {
  const query = new URLSearchParams();
  const groups = skus ? [[["sku", skus.join(), "in"] as const]] : filtersOf(state, now);
  for (const [group, filters] of groups.entries())
    for (const [index, [field, value, condition = "eq"]] of filters.entries()) {
      const filter = `searchCriteria[filter_groups][${group}][filters][${index}]`;
      query.set(`${filter}[field]`, field);
      query.set(`${filter}[value]`, value);
      query.set(`${filter}[condition_type]`, condition);
    }
  if (state.store !== "") query.set("storeId", state.store);
  return query;
}

/** Returns the path of a page of the products that a state selects. */
export function productsPath(state: ViewState, { size, after, ...of }: Page): string {
  const query = filterQuery(state, of);
  query.set("searchCriteria[sortOrders][0][field]", state.sort);
  query.set("searchCriteria[sortOrders][0][direction]", state.direction);
  query.set("searchCriteria[pageSize]", String(size));
  if (after !== undefined) query.set("after", after);
  return `/V1/priced-products?${query.toString()}`;
}
