import type { ConfiguredContext } from "../call/context.js";

/** What an attribute is to a search. */
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

/** One thing that found products must have; `text` is words, all of which the value must have. */
export type Condition =
  | { readonly kind: "text"; readonly field: string; readonly value: string }
  | { readonly kind: "among"; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: "range"; readonly field: string; readonly from?: string; readonly to?: string };

export interface Sorting {
  /** `relevance`, `price`, `entity_id`, `position` in the categories of the conditions, or the code of an attribute. */
  readonly field: string;
  readonly direction: "ASC" | "DESC";
  readonly backendType: string;
}

/** A search, free of how any engine does it. Fields are `price`, `category_ids`, `sku` and codes of attributes. */
export interface SearchQuery {
  /** Words that products are ranked by; any of them is enough. Undefined: all products. */
  readonly term: string | undefined;
  /** Attributes that the words are looked for in. */
  readonly searchable: readonly SearchAttribute[];
  readonly conditions: readonly Condition[];
  readonly sorting: readonly Sorting[];
  readonly limit: number;
  readonly offset: number;
  /** Codes of the attributes whose values are counted; undefined: nothing is counted, not even prices and categories. */
  readonly counted: readonly string[] | undefined;
}

/** How many of the found products have a value. */
export interface ValueCount {
  readonly field: string;
  readonly value: string;
  readonly count: number;
}

export interface Found {
  readonly items: readonly { readonly id: number; readonly score: number }[];
  readonly total: number;
  /** Counts by field; of prices the value is `from_to`. */
  readonly counts: readonly ValueCount[];
}

/** What finds products: enabled ones of the store view's website that are visible somewhere. */
export interface SearchEngine {
  find(query: SearchQuery, ctx: Pick<ConfiguredContext, "db" | "scope" | "config">): Promise<Found>;
}
