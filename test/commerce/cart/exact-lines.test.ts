import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { createProductInStock, Shopper } from "./cart-tests.js";

const { app, admin } = useApp();

it("stores a changed line price even if it differs in the last of sixteen digits", async () => {
  await createProductInStock(admin, "palace", { price: "90071992547409.93" });
  const guest = await Shopper.withCart(app);
  const { item_id } = (await guest.add("palace", 1)).body as { item_id: number };
  await admin.put("/V1/products/palace", { product: { price: "90071992547409.94" } });
  expect((await guest.change(item_id, 2)).status).toBe(200);
  const line = await app.db.models.cartItem.findUniqueOrThrow({ where: { item_id } });
  expect(String(line.price)).toBe("90071992547409.9400");
});

it.each(["-1e400", "-1e999"])("takes the quantity %s for 1, as any below 0", async (qty) => {
  await createProductInStock(admin, `cup${qty}`);
  const { status, body } = await (await Shopper.withCart(app)).add(`cup${qty}`, qty);
  expect([status, body]).toMatchObject([200, { sku: `cup${qty}`, qty: 1 }]);
});
