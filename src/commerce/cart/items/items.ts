import type { SoldProduct } from "../../catalog/published.sale.js";
import type { Context } from "../../../api/call/context.js";
import { inputError, missing } from "../../../api/call/errors.js";
import { productNotFound } from "../../catalog/published.terms.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { equals } from "../../../platform/money/arithmetic.js";
import { cartNotFound, noSuchItem, notAvailable } from "../cart-errors.js";
import { CartDraft } from "./cart-draft.js";
import { cartItem, quoteIdFor } from "./cart-item.js";
import type { CartCall, CartDependencies } from "../cart-dependencies.js";
import type { CartLine } from "../state/cart-state.rows.js";
import { storeTotals } from "../state/collect-cart.js";
import { canWait, priceLines, storeLines } from "../state/mark-cart.js";
import { readFacts } from "../facts/read-facts.js";
import { isOffered, partsByLine } from "../facts/refreshed-lines.js";
import type { CartItem } from "./items.types.js";
import { wantedQuantity } from "./line-quantity.js";
import { openCart } from "../ownership/open-cart.js";
import { wantedLine } from "../options/choose.js";
import { wantedMembers } from "../options/grouped.js";
import type { ProductOptionExtension } from "../options/product-option.types.js";
import type { WantedLine } from "../options/wanted-line.js";
import { checkQuantity, checkAvailability } from "./quantity-rules.js";
import { keyOf } from "../../../platform/db/models.js";

/** A line of a cart as sent. Without an item id its product is added, with one the line is changed. */
export interface GivenItem {
  readonly cartId: number;
  readonly item: CartItem;
}

/** Adds a product to a cart, or changes a line of it. Returns the line. */
export async function saveItem(
  ctx: Context,
  { cartId, item }: GivenItem,
  dependencies: CartDependencies,
): Promise<CartItem> {
  const call = { ctx, cart: await openCart(ctx, cartId), dependencies };
  return item.item_id == null ? addItem(call, item) : updateItem(call, item, item.item_id);
}

async function addItem(call: CartCall, given: CartItem): Promise<CartItem> {
  const qty = wantedQuantity(given.qty);
  const skuKey = keyOf((given.sku ?? "").trim());
  const choices = choicesOf(given);
  const draft = await CartDraft.open(call, { chosenSkus: [skuKey], optionIds: optionIdsOf(choices) });
  const product = [...draft.facts.products.values()].find(({ sku_key }) => sku_key === skuKey);
  if (!product) throw productNotFound();
  const wanted =
    product.type_id === "grouped"
      ? await memberLines(draft, { product, qty, parts: [], chosen: {} }, choices)
      : [wantedLine(product, choices, qty)];
  await draft.include(partIdsOf(wanted));
  for (const line of wanted) checkAvailability(draft, line);
  const placed = wanted.map((line) => draft.addOrMerge(line));
  for (const line of placed) checkQuantity(draft, line);
  return saveDraft(draft, placed);
}

/** Whether a member of a grouped product can be bought; others are left out. */
const isMemberOffered = ({ stock }: CartDraft, product: SoldProduct): boolean =>
  isOffered(product) && stock.get(product.id)?.is_salable === true;

/** Returns the members of a grouped product as separate lines. */
async function memberLines(
  draft: CartDraft,
  group: WantedLine,
  choices: ProductOptionExtension,
): Promise<WantedLine[]> {
  const members = wantedMembers(group.product, choices.grouped_options ?? [], group.qty);
  if (!isOffered(group.product)) throw notAvailable();
  await draft.include(members.map(({ productId }) => productId));
  const offered = members.flatMap(({ productId, qty }) => {
    const product = draft.facts.products.get(productId);
    return product && isMemberOffered(draft, product) ? [{ product, qty }] : [];
  });
  if (offered.length === 0) throw notAvailable();
  const { grouped_options } = choices;
  return offered.map(({ product, qty }) => {
    const line = wantedLine(product, {}, qty);
    return {
      ...line,
      groupId: group.product.id,
      chosen: { ...line.chosen, ...(grouped_options && { grouped_options }) },
    };
  });
}

async function updateItem(call: CartCall, given: CartItem, itemId: number): Promise<CartItem> {
  const line = lineOf(call, itemId);
  const qty = wantedQuantity(given.qty);
  const choices = choicesOf(given);
  const isReconfigured = Object.values(choices).some((choice) => choice != null);
  const parts = partsByLine(call.cart.items).get(line.item_id) ?? [];
  const ids = [line, ...parts].map(({ product_id }) => product_id);
  const draft = await CartDraft.open(call, {
    ids,
    chosenIds: isReconfigured ? [line.product_id] : [],
    stockIds: ids,
    optionIds: optionIdsOf(choices),
  });
  const product = draft.facts.products.get(line.product_id);
  if (!product || !isOffered(product)) throw inputError("This product is out of stock.");
  if (!isReconfigured) {
    const changed = draft.setQuantity(line, qty);
    if (!equals(asQuantity(line.qty), qty)) checkQuantity(draft, changed);
    return saveDraft(draft, [changed]);
  }
  const wanted = wantedLine(product, choices, qty);
  await draft.include(partIdsOf([wanted]));
  checkAvailability(draft, wanted);
  const placed = draft.replace(line, wanted);
  checkQuantity(draft, placed);
  return saveDraft(draft, [placed]);
}

/** Removes a line from a cart and returns true. */
export async function removeItem(
  ctx: Context,
  { cartId, itemId }: { readonly cartId: number; readonly itemId: number },
  dependencies: CartDependencies,
): Promise<boolean> {
  const call = { ctx, cart: await openCart(ctx, cartId), dependencies };
  const line = lineOf(call, itemId);
  const { cart } = call;
  const items = cart.items.filter(
    ({ item_id, parent_item_id }) => item_id !== itemId && parent_item_id !== line.item_id,
  );
  if (items.length > 0 && (await canWait(call))) {
    await storeLines(ctx, cart, items);
    return true;
  }
  const changed = { ...cart, items };
  await storeTotals(call, { cart: changed, facts: await readFacts({ ...call, cart: changed }) });
  return true;
}

/** Stores the lines, with or without the totals of the cart, and returns the first changed line. */
async function saveDraft(draft: CartDraft, changed: readonly CartLine[]): Promise<CartItem> {
  const { call, lines, facts } = draft;
  const { ctx } = call;
  const id = changed[0]?.item_id;
  const cart = { ...call.cart, items: [...lines] };
  if (draft.canWait) {
    const items = priceLines(cart, facts, new Set(changed.map(({ item_id }) => item_id)));
    await storeLines(ctx, call.cart, items);
    return cartItem(lineWith(items, id), { quoteId: quoteIdFor(ctx, cart) });
  }
  const collected = await storeTotals(call, { cart, facts });
  const totals = collected.totals.lines.find(({ itemId }) => itemId === id);
  return cartItem(lineWith(collected.cart.items, id), { quoteId: quoteIdFor(ctx, cart), totals });
}

function lineWith(lines: readonly CartLine[], id: number | undefined): CartLine {
  const line = lines.find(({ item_id }) => item_id === id);
  if (!line) throw notAvailable();
  return line;
}

/** Returns a visible line of a cart. Throws 404 if there is none. */
function lineOf({ ctx, cart }: CartCall, itemId: number): CartLine {
  const found = cart.items.find(({ item_id, parent_item_id }) => item_id === itemId && parent_item_id === null);
  if (!found) throw noSuchItem(quoteIdFor(ctx, cart), itemId);
  return found;
}

const choicesOf = (given: CartItem): ProductOptionExtension => given.product_option?.extension_attributes ?? {};

const optionIdsOf = ({ configurable_item_options: options }: ProductOptionExtension): number[] =>
  (options ?? []).flatMap(({ option_value }) => option_value ?? []);

const partIdsOf = (wanted: readonly WantedLine[]): number[] =>
  wanted.flatMap(({ parts }) => parts.map(({ productId }) => productId));

/** Returns the cart id that was sent. Throws 400 if it is missing, and 404 if it is not a valid id. */
export function cartIdOf({ quote_id }: CartItem): number {
  if (quote_id == null || quote_id === "") throw missing(["quoteId"]);
  const id = Number(quote_id);
  if (!Number.isInteger(id) || id < 1 || id > maxId) throw cartNotFound(null);
  return id;
}

/** The highest id that a column can store. */
const maxId = 2 ** 31 - 1;
