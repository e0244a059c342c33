import type { SoldProduct } from "../../catalog/published.sale.js";
import type { Quantity } from "../../../platform/money/amount.js";
import type { Chosen } from "../facts/chosen.js";

/** A requested part of a product: the variation of a configurable product, or a selection of a bundle. */
export interface WantedPart {
  readonly productId: number;
  /** Quantity per unit of the product. */
  readonly qty: Quantity;
  readonly chosen: Chosen;
  /** Whether the product cannot be bought without it. */
  readonly isRequired: boolean;
}

/** A requested line. */
export interface WantedLine {
  readonly product: SoldProduct;
  readonly qty: Quantity;
  readonly chosen: Chosen;
  readonly parts: readonly WantedPart[];
  /** The grouped product of which it is a member. */
  readonly groupId?: number;
}
