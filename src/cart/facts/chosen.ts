import type { DecimalText } from "../../contract/scalars.js";
import type { CartLine } from "../cart-state.rows.js";

/** What was chosen of a product, as lines store it: complete, checked, and in a fixed order. */
export interface Chosen {
  readonly custom_options?: readonly { readonly option_id: string; readonly option_value: string }[];
  readonly bundle_options?: readonly ChosenBundle[];
  readonly downloadable_option?: { readonly downloadable_links: readonly number[] };
  readonly configurable_item_options?: readonly { readonly option_id: string; readonly option_value: number }[];
}

/** The selections of an option of a bundle. A line of a part of the bundle has one option with one selection. */
export interface ChosenBundle {
  readonly option_id: number;
  readonly option_qty: DecimalText;
  readonly option_selections: readonly number[];
}

/** Returns what a line stores about choices. */
export const chosenOf = ({ options }: Pick<CartLine, "options">): Chosen => (options ?? {}) as Chosen;

/** Returns the ids of chosen values of a custom option. */
export const valueIds = (value: string): string[] => value.split(",");
