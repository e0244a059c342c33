import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startShop } from "./shop.mjs";

let shop;
before(async () => {
  shop = await startShop();
});
after(() => shop?.stop());

test("adds a note to a product and reads it", async () => {
  const product = { sku: "cup", name: "Cup", price: 5, type_id: "simple", attribute_set_id: 4 };
  await shop.call("POST", "/V1/products", { product });
  const note = await shop.call("POST", "/V1/{{name}}/notes", { sku: "cup", text: "Fragile" });
  assert.equal(note.text, "Fragile");
  assert.deepEqual(await shop.call("GET", `/V1/{{name}}/notes/${note.id}`), note);
});

test("refuses a note to an unknown product", async () => {
  await assert.rejects(shop.call("POST", "/V1/{{name}}/notes", { sku: "none", text: "?" }), /doesn't exist/);
});
