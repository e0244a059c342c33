import { originOf, type PriceOrigin } from "../../../pricing/published.js";
import type { Context } from "../../../../api/call/context.js";
import type { SaveFacts } from "../../attributes/product-attributes.sql.js";

/** A product while it is being saved. */
export interface SavedProduct {
  readonly id: number;
  readonly sku: string;
  readonly typeId: string;
  readonly isNew: boolean;
  /** The store of store-scoped values: 0 for a new product, whose values are global. */
  readonly storeId: number;
  /** Attribute values of the request, by code. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly facts: SaveFacts;
}

/** The origin of price changes made by saving a product. */
export const origin = (ctx: Context): PriceOrigin => originOf(ctx, "ProductRepository.save");
