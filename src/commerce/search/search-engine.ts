import type { ConfiguredContext } from "../../api/call/context.js";

/** The properties of an attribute that searches use. */
export interface SearchAttribute {
  readonly code: string;
  readonly frontend_input: string | null;
  readonly backend_type: string;
  readonly is_searchable: boolean;
  readonly is_filterable: boolean;
  readonly is_filterable_in_search: boolean;
  readonly is_visible_in_advanced_search: boolean;
  readonly used_for_sort_by: boolean;
}

/** A condition on the products. For `text`, the field must contain all words of the value. */
export type Condition =
  | { readonly kind: "text"; readonly field: string; readonly value: string }
  | { readonly kind: "among"; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: "range"; readonly field: string; readonly from?: string; readonly to?: string };

export interface Sorting {
  /** `relevance`, `price`, `entity_id`, `position` in the categories of the conditions, or an attribute code. */
  readonly field: string;
  readonly direction: "ASC" | "DESC";
  readonly backendType: string;
}

/** A search, independent of the engine. Fields are `price`, `category_ids`, `sku` and attribute codes. */
export interface SearchQuery {
  /** Words to rank products by; a product matches if it contains any of them. Undefined matches all products. */
  readonly term: string | undefined;
  /** Attributes to search for the words. */
  readonly searchable: readonly SearchAttribute[];
  readonly conditions: readonly Condition[];
  readonly sorting: readonly Sorting[];
  readonly limit: number;
  readonly offset: number;
  /** Codes of the attributes whose values are counted. Undefined to count nothing, not even prices and categories. */
  readonly counted: readonly string[] | undefined;
}

/** The number of found products with a value. */
export interface ValueCount {
  readonly field: string;
  readonly value: string;
  readonly count: number;
}

export interface Found {
  readonly items: readonly { readonly id: number; readonly score: number }[];
  readonly total: number;
  /** Counts by field. The value of a price range is `from_to`. */
  readonly counts: readonly ValueCount[];
}

/** A search engine. It finds enabled products of the store view's website that are visible in the catalog or in search. */
export interface SearchEngine {
  find(query: SearchQuery, ctx: Pick<ConfiguredContext, "db" | "scope" | "config">): Promise<Found>;
}
