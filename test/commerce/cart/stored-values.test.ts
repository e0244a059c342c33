import { expect, it } from "vitest";
import { lockCart, readCart, readCarts } from "../../../src/commerce/cart/state/cart-state.rows.js";
import { useApp } from "../../support/app.js";
import { address, guestWith, shipByFlatRate, createProductsInStock } from "../checkout/support.js";

const { app } = useApp();

it("reads a cart as the models read it, with and without a lock, which leaves out the totals of lines", async () => {
  await createProductsInStock(app, { "value-1": { price: 10.5 }, "value-2": {} });
  const guest = await guestWith(app, ["value-1", 1], ["value-2", 2]);
  await shipByFlatRate(guest, { billing_address: { ...address, street: ["1 Main Street", 'Flat "2"'] } });
  const message = { sender: "Ada", recipient: "Grace", message: "Enjoy" };
  await guest.client.post(`${guest.cart}/gift-message`, { giftMessage: message });
  const { id } = await app.db.models.cart.findFirstOrThrow({ where: { mask: guest.cart.split("/").at(-1) ?? "" } });
  const [expected] = await readCarts(app.db, [id]);
  const read = await readCart(app.db, id);
  const locked = await app.db.transaction((db) => lockCart(db, id));
  for (const found of [read, locked]) {
    if (!found) throw new Error("The cart is gone.");
    // Fields of extensions have tests of their own.
    const { facts_version, shared_facts, products_version, row_version, added, ...cart } = found;
    expect(added ?? undefined).toBeUndefined();
    expect([typeof facts_version, typeof shared_facts]).toEqual(["string", "string"]);
    const type = found === read ? "string" : "undefined";
    expect([typeof products_version, typeof row_version]).toEqual([type, type]);
    const { lines, itemTaxes, ...ofCart } = { ...(expected?.totals as object) } as Record<string, unknown>;
    expect([lines, itemTaxes]).toEqual([expect.any(Array), expect.any(Array)]);
    expect({ ...cart, addresses: sortedById(cart.addresses) }).toEqual({
      ...expected,
      addresses: sortedById(expected?.addresses),
      totals: found === read ? expected?.totals : ofCart,
    });
  }
  expect(read?.items).toHaveLength(2);
  expect(read?.addresses).toHaveLength(2);
});

const sortedById = (rows: readonly { readonly id: number }[] = []) => [...rows].sort((a, b) => a.id - b.id);
