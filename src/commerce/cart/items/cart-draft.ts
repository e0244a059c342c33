import { readWebsiteSaleFacts, type StockedFacts } from "../../inventory/published.salability.js";
import { asQuantity, type Quantity } from "../../../platform/money/amount.js";
import { add } from "../../../platform/money/arithmetic.js";
import { toJson } from "../../../platform/db/models.js";
import type { CartLine } from "../state/cart-state.rows.js";
import type { CartCall } from "../cart-dependencies.js";
import { type Facts, type MoreProducts, readFacts, readProducts } from "../facts/read-facts.js";
import { partsByLine } from "../facts/refreshed-lines.js";
import { optionsKey } from "../options/choose.js";
import type { WantedLine } from "../options/wanted-line.js";
import { canWait } from "../state/mark-cart.js";
import { drawLineIds } from "../state/save-cart.sql.js";
import { virtualTypes } from "../facts/product-facts.js";

/** Products to read for totals, and further products whose stock is read. */
export interface DraftProducts extends MoreProducts {
  readonly stockIds?: readonly number[];
}

interface DraftFacts {
  readonly facts: Facts;
  readonly stock: ReadonlyMap<number, StockedFacts>;
  /** Unused ids for lines. */
  readonly freeIds: readonly number[];
  readonly canWait: boolean;
}

/** The lines of a cart while an operation changes them, with the facts and stock that it needs. */
export class CartDraft {
  lines: readonly CartLine[];

  /** Without other lines if the totals can wait. */
  readonly facts: Facts;
  /** Whether the totals of the cart are left to its next read. */
  readonly canWait: boolean;
  readonly stock: Map<number, StockedFacts>;
  private readonly freeIds: number[];

  private constructor(
    readonly call: CartCall,
    { facts, stock, freeIds, canWait }: DraftFacts,
  ) {
    this.lines = call.cart.items;
    this.facts = facts;
    this.canWait = canWait;
    this.stock = new Map(stock);
    this.freeIds = [...freeIds];
  }

  /** Reads the facts in statements that are sent together. */
  static async open(call: CartCall, more: DraftProducts): Promise<CartDraft> {
    const { ctx, cart } = call;
    const wanted = { ids: more.stockIds ?? [], skuKeys: more.chosenSkus ?? [] };
    const isAlone = await canWait(call);
    const [facts, stock, freeIds] = await Promise.all([
      readFacts(isAlone ? withoutLines(call) : call, more),
      readWebsiteSaleFacts(ctx.db, cart.store.website_id, wanted),
      drawLineIds(ctx.db, 1),
    ]);
    return new CartDraft(call, { facts, stock, freeIds, canWait: isAlone });
  }

  /** Reads products that will become lines, with their stock and one new line id for each. */
  async include(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { ctx, cart } = this.call;
    const [products, stock, lineIds] = await Promise.all([
      readProducts(withoutLines(this.call), { ids }),
      readWebsiteSaleFacts(ctx.db, cart.store.website_id, { ids, skuKeys: [] }),
      drawLineIds(ctx.db, ids.length),
    ]);
    for (const product of products) this.facts.products.set(product.id, product);
    for (const [id, found] of stock) this.stock.set(id, found);
    this.freeIds.push(...lineIds);
  }

  /** Returns the child lines of a line. */
  partsOf({ item_id }: CartLine): readonly CartLine[] {
    return partsByLine(this.lines).get(item_id) ?? [];
  }

  /** Adds a line, or adds its quantity to the line with the same product and choices. Returns the line. */
  addOrMerge(wanted: WantedLine): CartLine {
    const key = keyOf(wanted);
    const same = this.lines.find(
      (line) => line.parent_item_id === null && line.product_id === wanted.product.id && line.options_key === key,
    );
    return same ? this.setQuantity(same, add(asQuantity(same.qty), wanted.qty)) : this.append(wanted);
  }

  /** Replaces a line by another choice of its product: as in Magento, a new line at the end unless the choice is the same. */
  replace(line: CartLine, wanted: WantedLine): CartLine {
    if (keyOf(wanted) === line.options_key) return this.setQuantity(line, wanted.qty);
    this.remove(line);
    return this.addOrMerge(wanted);
  }

  /** Sets the quantity of a line and returns the changed line. */
  setQuantity(line: CartLine, qty: Quantity): CartLine {
    const changed = { ...line, qty };
    this.lines = this.lines.map((each) => (each === line ? changed : each));
    return changed;
  }

  /** Removes a line with its child lines. */
  remove({ item_id }: CartLine): void {
    this.lines = this.lines.filter((line) => line.item_id !== item_id && line.parent_item_id !== item_id);
  }

  private append(wanted: WantedLine): CartLine {
    const { products } = this.facts;
    const parts = wanted.parts.flatMap(({ productId, ...part }) => {
      const product = products.get(productId);
      return product ? [{ ...part, product }] : [];
    });
    const line = this.newLine(wanted, { id: this.takeId(), parentId: null });
    const below = parts.map((part) => this.newLine(part, { id: this.takeId(), parentId: line.item_id }));
    const isVirtual = below.length > 0 ? below.every(({ is_virtual }) => is_virtual) : line.is_virtual;
    const complete = { ...line, is_virtual: isVirtual };
    this.lines = [...this.lines, complete, ...below];
    return complete;
  }

  private newLine(
    wanted: Pick<WantedLine, "product" | "qty" | "chosen" | "groupId">,
    { id, parentId }: { readonly id: number; readonly parentId: number | null },
  ): CartLine {
    const { cart } = this.call;
    const { product, qty, chosen, groupId } = wanted;
    return {
      item_id: id,
      cart_id: cart.id,
      parent_item_id: parentId,
      product_id: product.id,
      sku: product.sku,
      name: product.values["name"] ?? product.sku,
      // Magento names the type of a member's line after its group.
      product_type: groupId === undefined ? product.type_id : "grouped",
      qty,
      options: toJson(chosen),
      options_key: keyOf(wanted),
      price: "0",
      is_virtual: virtualTypes.has(product.type_id),
      gw_id: null,
      created_at: cart.updated_at,
      updated_at: cart.updated_at,
    };
  }

  private takeId(): number {
    const id = this.freeIds.shift();
    if (id === undefined) throw new Error("no id was reserved for a cart item");
    return id;
  }
}

const withoutLines = (call: CartCall): CartCall => ({ ...call, cart: { ...call.cart, items: [] } });

/** Returns the key of a line. Members of the same group are one line, whatever else was chosen in the group. */
const keyOf = ({ chosen, groupId }: Pick<WantedLine, "chosen" | "groupId">): string =>
  groupId === undefined ? optionsKey(chosen) : `group ${groupId}`;
