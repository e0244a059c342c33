import { beforeAll, describe, expect, it } from "vitest";
import { claimUrlKey } from "../../../src/commerce/catalog/products/save/url-keys.sql.js";
import { useApp } from "../../support/app.js";
import { addStores, attributesOf, simple, waitUntilBlocked } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

const withKey = (url_key: string | null) => ({ custom_attributes: [{ attribute_code: "url_key", value: url_key }] });
const create = async (sku: string, more: Readonly<Record<string, unknown>> = {}) =>
  (await admin.post("/V1/products", { product: simple(sku, more) })).body;
const setKey = (sku: string, url_key: string | null, store: string) =>
  admin.put(`/V1/products/${sku}`, { product: withKey(url_key) }, { store });
const keyOf = async (sku: string, store = "all") =>
  attributesOf((await admin.get(`/V1/products/${sku}`, { store })).body)["url_key"];
const taken = { message: "URL key for specified store already exists." };

describe("the URL key of a product", () => {
  it("is derived from its name, and also from its SKU if another product has that key", async () => {
    await create("made-1", { name: "Grand Café" });
    await create("made-2", { name: "Grand Café" });
    expect([await keyOf("made-1"), await keyOf("made-2")]).toEqual(["grand-cafe", "grand-cafe-made-2"]);
    await admin.put("/V1/products/made-1", { product: { name: "Other" } }, { store: "all" });
    expect(await keyOf("made-1")).toBe("grand-cafe");
  });

  it("is unique in every store view if it is global, and in its own store view otherwise", async () => {
    await create("global", withKey("the-key"));
    await create("second");
    await create("third");
    for (const store of ["all", "german", "outlet_view"]) {
      const { status, body } = await setKey("second", "The Key", store);
      expect([status, body]).toEqual([400, taken]);
    }
    expect((await setKey("second", "own", "german")).status).toBe(200);
    expect((await setKey("third", "own", "outlet_view")).status).toBe(200);
    expect((await setKey("third", "own", "german")).body).toEqual(taken);
    expect((await setKey("third", "own", "all")).body).toEqual(taken);
    expect((await setKey("second", "own", "german")).status).toBe(200);
  });

  it("is available again once it is deleted, changed, or removed with its product", async () => {
    await create("holder", withKey("held"));
    await create("waiting");
    await setKey("holder", "shown", "german");
    await setKey("holder", null, "german");
    expect(await keyOf("holder", "german")).toBe("held");
    expect((await setKey("waiting", "shown", "german")).status).toBe(200);
    await setKey("holder", "moved", "all");
    expect((await setKey("waiting", "held", "german")).status).toBe(200);
    await admin.delete("/V1/products/holder");
    expect((await setKey("waiting", "moved", "all")).status).toBe(200);
  });

  it("is assigned once by concurrent calls, globally or in a store view", async () => {
    const [one, two] = [await create("wants-1"), await create("wants-2")];
    const german = (await app.db.models.store.findFirstOrThrow({ where: { code: "german" } })).id;
    const claim = (id: number, storeId: number) => ({ productId: id, urlKey: "wanted", storeIds: [storeId] });
    let second: Promise<boolean> | undefined;
    const first = await app.db.transaction(async (db) => {
      const claimed = await claimUrlKey(db, claim(one.id, german));
      second = app.db.transaction((other) => claimUrlKey(other, claim(two.id, 0)));
      await waitUntilBlocked(db);
      return claimed;
    });
    expect([first, await second]).toEqual([true, false]);
  });
});
