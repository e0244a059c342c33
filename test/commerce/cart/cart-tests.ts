import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { simple } from "../catalog/support.js";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

interface NewCart {
  readonly mask?: string | null;
  readonly customer_id?: number;
  readonly customer_group_id?: number;
  readonly store_id?: number;
}

/** Stores an empty cart in US dollars and returns its id and its mask. */
export async function storeCart(
  { db }: Pick<TestApp, "db">,
  { mask = randomBytes(16).toString("hex"), store_id = 1, ...more }: NewCart = {},
): Promise<{ readonly id: number; readonly mask: string }> {
  const codes = ["global", "base", "store", "quote"].map((name) => [`${name}_currency_code`, "USD"]);
  const currencies = Object.fromEntries(codes) as Record<"base_currency_code", string> & {
    global_currency_code: string;
    store_currency_code: string;
    quote_currency_code: string;
  };
  const cart = await db.models.cart.create({ data: { store_id, mask, ...currencies, ...more } });
  return { id: cart.id, mask: mask ?? "" };
}

/** A guest with a cart. */
export class Shopper {
  private constructor(
    private readonly client: Client,
    readonly cartId: number,
    readonly mask: string,
  ) {}

  static async withCart(app: TestApp, cart: NewCart = {}): Promise<Shopper> {
    const { id, mask } = await storeCart(app, cart);
    return new Shopper(app.asGuest(), id, mask);
  }

  /** Adds a product with its choices. */
  add = (sku: string | undefined, qty: unknown, option?: object) =>
    this.client.post(this.path("items"), {
      cartItem: { sku, qty, ...(option ? { product_option: { extension_attributes: option } } : {}) },
    });

  change = (itemId: number, qty: unknown, option?: object) =>
    this.client.put(this.path(`items/${itemId}`), {
      cartItem: { qty, ...(option ? { product_option: { extension_attributes: option } } : {}) },
    });

  remove = (itemId: number) => this.client.delete(this.path(`items/${itemId}`));
  items = () => this.client.get(this.path("items"));
  totals = () => this.client.get(this.path("totals"));

  /** The quantities of the lines by SKU. */
  async quantities(): Promise<readonly (readonly [sku: string, qty: number])[]> {
    const items = (await this.items()).body as readonly { readonly sku: string; readonly qty: number }[];
    return items.map(({ sku, qty }) => [sku, qty]);
  }

  private path(rest: string): string {
    return `/V1/guest-carts/${this.mask}/${rest}`;
  }
}

/** Adds a product with its choices to a new cart, and expects the call to be refused. */
export async function expectRefused(
  app: TestApp,
  { sku, qty = 1, option }: { readonly sku: string; readonly qty?: number; readonly option: object | undefined },
  expected: object,
): Promise<void> {
  const guest = await Shopper.withCart(app);
  const { status, body } = await guest.add(sku, qty, option);
  expect([status, body]).toEqual([400, expected]);
  expect(await guest.quantities()).toEqual([]);
}

/** Creates a product with ample stock and returns the response. */
export async function createProductInStock(
  admin: Client,
  sku: string,
  {
    stock_item = {},
    extension_attributes = {},
    ...more
  }: Readonly<Record<string, unknown>> & { readonly stock_item?: object; readonly extension_attributes?: object } = {},
) {
  const stock = { qty: 100, is_in_stock: true, ...stock_item };
  const { status, body } = await admin.post("/V1/products", {
    product: simple(sku, { extension_attributes: { stock_item: stock, ...extension_attributes }, ...more }),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as { readonly id: number };
}
