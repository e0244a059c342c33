import type { TestApp } from "../../support/app.js";
import { simple } from "../catalog/support.js";

/** Returns the id of a guest's cart. */
export async function cartIdOf(app: TestApp, mask: string): Promise<number> {
  const [cart] = await app.db.models.cart.findMany({ where: { mask }, select: { id: true } });
  if (!cart) throw new Error(`no cart ${mask}`);
  return cart.id;
}

/** Creates a cart of a guest and returns its mask. */
export async function newGuestCart(app: TestApp): Promise<string> {
  const { status, body } = await app.asGuest().post("/V1/guest-carts");
  if (status !== 200) throw new Error(`no cart: ${JSON.stringify(body)}`);
  return body as string;
}

/** A line to store. */
export interface Line {
  readonly sku: string;
  readonly qty: number;
  readonly key?: string;
  /** SKUs of its child lines. */
  readonly parts?: readonly string[];
}

/** Creates products with the SKUs. */
export async function createProducts(app: TestApp, skus: readonly string[]): Promise<void> {
  const admin = await app.asAdmin();
  for (const sku of skus) {
    const { status, body } = await admin.post("/V1/products", { product: simple(sku) });
    if (status !== 200) throw new Error(`no product: ${JSON.stringify(body)}`);
  }
}

/** Stores lines in a cart as if they had been added, for tests of carts rather than products. */
export async function storeLines(app: TestApp, cart_id: number, lines: readonly Line[]): Promise<void> {
  const insert = async (sku: string, more: object) => {
    const product = await app.db.models.product.findUniqueOrThrow({ where: { sku_key: sku.toLowerCase() } });
    const basics = { sku, name: sku, product_type: "simple", price: "10", options_key: "" };
    return app.db.models.cartItem.create({ data: { ...basics, product_id: product.id, cart_id, qty: "1", ...more } });
  };
  for (const { sku, qty, key = "", parts = [] } of lines) {
    const { item_id } = await insert(sku, { qty: String(qty), options_key: key });
    for (const part of parts) await insert(part, { parent_item_id: item_id });
  }
}

/** Returns the lines of a cart as text: SKU, choice and quantity; child lines begin with a dash. */
export async function linesOf(app: TestApp, cart_id: number): Promise<string[]> {
  const lines = await app.db.models.cartItem.findMany({ where: { cart_id }, orderBy: { item_id: "asc" } });
  return lines.map(({ sku, qty, options_key, parent_item_id }) =>
    [parent_item_id === null ? "" : "-", sku, options_key, String(Number(qty))].filter((part) => part !== "").join(" "),
  );
}
