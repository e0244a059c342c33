import type { DecimalText } from "../../../api/contract/scalars.js";
import type { CartLine } from "../state/cart-state.rows.js";

/** The choices for a product as lines store them: complete, validated and in a fixed order. */
export interface Chosen {
  readonly custom_options?: readonly { readonly option_id: string; readonly option_value: string }[];
  readonly bundle_options?: readonly ChosenBundle[];
  readonly downloadable_option?: { readonly downloadable_links: readonly number[] };
  readonly configurable_item_options?: readonly { readonly option_id: string; readonly option_value: number }[];
}

/** The selections of a bundle option. The line of a part of the bundle has one option with one selection. */
export interface ChosenBundle {
  readonly option_id: number;
  readonly option_qty: DecimalText;
  readonly option_selections: readonly number[];
}

/** Returns the choices that a line stores. */
export const chosenOf = ({ options }: Pick<CartLine, "options">): Chosen => (options ?? {}) as Chosen;

/** Returns the ids of the chosen values of a custom option. */
export const valueIds = (value: string): string[] => value.split(",");
