import type { DecimalText } from "../../../api/contract/scalars.js";
import type { CustomOption } from "../../catalog/options/product-option.types.js";
import type { ChosenGroupMember } from "../options/product-option.types.js";
import type { CartLine } from "../state/cart-state.rows.js";

/** The choices for a product as lines store them: complete, validated and in a fixed order. */
export interface Chosen {
  readonly custom_options?: readonly { readonly option_id: string; readonly option_value: string }[];
  readonly bundle_options?: readonly ChosenBundle[];
  readonly downloadable_option?: { readonly downloadable_links: readonly number[] };
  /** The members of a grouped product that were chosen with a line. */
  readonly grouped_options?: readonly ChosenGroupMember[];
  readonly configurable_item_options?: readonly { readonly option_id: string; readonly option_value: number }[];
}

/** The selections of a bundle option. The line of a part of the bundle has one option with one selection. */
export interface ChosenBundle {
  readonly option_id: number;
  /** The requested quantity, which answers repeat. */
  readonly option_qty: DecimalText;
  /** Quantity of each selection per bundle; `option_qty` in older carts. */
  readonly selection_qty?: DecimalText;
  readonly option_selections: readonly number[];
}

/** Returns the choices that a line stores. */
export const chosenOf = ({ options }: Pick<CartLine, "options">): Chosen => (options ?? {}) as Chosen;

/** Returns the ids of the chosen values of a custom option. */
export const valueIds = (value: string): string[] => value.split(",");

/** Sorts custom options as Magento does, by position and title. */
export const inOrder = (options: readonly CustomOption[]): CustomOption[] =>
  [...options].sort(
    (one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0) || compareTexts(one.title ?? "", other.title ?? ""),
  );

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
