import { picturesOf } from "../../catalog/published.sale.js";
import type { Db } from "../../../platform/db/database.js";
import type { Context } from "../../../api/call/context.js";
import { asAmount } from "../../../platform/money/amount.js";
import { equals } from "../../../platform/money/arithmetic.js";
import type { CartCall, CartDependencies } from "../cart-dependencies.js";
import type { CartLine, CartState } from "./cart-state.rows.js";
import { amountTooLarge } from "../cart-errors.js";
import { updateCart } from "../carts.rows.js";
import { emptyAddresses } from "../addresses/addresses.rows.js";
import { addressOf } from "../facts/line-facts.js";
import { type Facts, readFacts } from "../facts/read-facts.js";
import {
  deleteLines,
  type OtherColumns,
  saveCartColumns,
  saveLines,
  saveShippingDescription,
} from "./save-cart.sql.js";
import type { Totals } from "../totals/totals.js";
import { cartColumns, type CollectedCart, computeCart, isInRange } from "./compute-cart.js";

/** A cart with its totals, and the pictures of its products: paths of files by product id. */
export interface PicturedCart extends CollectedCart {
  readonly pictures: ReadonlyMap<number, string>;
}

/**
 * Computes the totals of a changed cart and stores them with the values that depend on them: prices, names and SKUs of
 * lines, the coupon if it still applies, and the shipping description. Lines of products that are no longer sold are
 * removed. The caller must lock the cart and write its own changes, except the coupon code and the use of balances and gift
 * cards.
 */
export async function collectCart(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  const call = { ctx, cart, dependencies };
  return storeTotals(call, { cart, facts: await readFacts(call) });
}

/** A changed cart and the facts to compute its totals from. */
export interface ChangedCart {
  readonly cart: CartState;
  readonly facts: Facts;
}

/** Computes the totals of a changed cart and stores them with its lines. `call` contains the stored cart. */
export async function storeTotals({ ctx, cart: before }: CartCall, changed: ChangedCart): Promise<CollectedCart> {
  const result = computeChangedCart(changed);
  await saveCollectedCart(ctx, before, result);
  return result;
}

/** Computes the same as `collectCart` without storing it, for callers that pass it to `saveCollectedCart` with other columns. */
export async function collectWithoutSaving(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<PicturedCart> {
  const facts = await readFacts({ ctx, cart, dependencies });
  const pictures = picturesOf([...facts.products.values()]);
  return { ...computeChangedCart({ cart, facts }), pictures };
}

function computeChangedCart({ cart, facts }: ChangedCart): CollectedCart {
  const { cart: computed, totals } = computeCart(cart, facts);
  if (!isInRange(totals)) throw amountTooLarge();
  return { cart: { ...computed, ...cartColumns(computed, totals) }, totals };
}

/** Stores a cart with its totals, its lines and other columns. `before` is the stored cart. */
export async function saveCollectedCart(
  ctx: Context,
  before: CartState,
  { cart, totals, ...collected }: CollectedCart & { readonly columns?: OtherColumns },
): Promise<void> {
  const { db } = ctx;
  await Promise.all([
    saveChangedLines(db, before.items, cart.items),
    saveCartColumns(db, cart.id, { ...cartColumns(cart, totals), ...collected.columns, totals }),
    ...shippingDescriptionChange(db, cart, totals),
  ]);
  if (before.items.length > 0 && cart.items.length === 0) {
    await emptyAddresses(db, cart.id);
    if (cart.gw_id !== null || cart.gw_add_card) await updateCart(db, cart.id, noWrappingColumns);
  }
}

/** Columns of a cart without gift wrapping, set when a cart is emptied. */
const noWrappingColumns = { gw_id: null, gw_add_card: false, gw_allow_gift_receipt: false };

/** Stores the lines of a cart: deletes removed ones, and writes those that are new or differ. */
export async function saveChangedLines(db: Db, before: readonly CartLine[], after: readonly CartLine[]): Promise<void> {
  const kept = new Set(after.map(({ item_id }) => item_id));
  const removed = before.map(({ item_id }) => item_id).filter((id) => !kept.has(id));
  await Promise.all([deleteLines(db, removed), saveLines(db, changedLines(before, after))]);
}

/** Returns the lines that are new or differ from the stored ones. Parent lines come before their children. */
export function changedLines(before: readonly CartLine[], after: readonly CartLine[]): CartLine[] {
  const stored = new Map(before.map((line) => [line.item_id, line]));
  return after.filter((line) => {
    const old = stored.get(line.item_id);
    if (!old || comparedColumns.some((name) => old[name] !== line[name])) return true;
    return !equals(asAmount(old.price), asAmount(line.price));
  });
}

const comparedColumns = ["sku", "name", "qty", "options_key", "is_virtual"] as const;

function shippingDescriptionChange(db: Db, cart: CartState, { shipping }: Totals): Promise<unknown>[] {
  const address = addressOf(cart, "shipping");
  const description = shipping.description ?? null;
  if (!address || address.shipping_description === description) return [];
  return [saveShippingDescription(db, address.id, description)];
}
