// cspell:ignore Bild
import { beforeAll, describe, expect, it } from "vitest";
import { entryOf } from "../../platform/media/images.js";
import { useApp } from "../../support/app.js";
import { addStores, attributesOf, createWithMedia } from "./support.js";

const { app, admin } = useApp();

const all = { store: "all" };
const create = (sku: string, ...entries: object[]) => createWithMedia(admin, sku, entries);
const add = (sku: string, entry: object, options: { store?: string } = all) =>
  admin.post(`/V1/products/${sku}/media`, { entry }, options);
const list = async (sku: string, store = "all") => (await admin.get(`/V1/products/${sku}/media`, { store })).body;

describe("the roles of images in a shop with one view", () => {
  it("hold for all views, wherever they are set", async () => {
    await create("single");
    const id = (await add("single", entryOf("single.gif", { types: ["image"] }), { store: "default" })).body;
    const typesIn = async (store: string) => (await list("single", store))[0].types;
    expect([await typesIn("all"), await typesIn("default")]).toEqual([["image"], ["image"]]);
    await app.db.execute(`update product_values set data = data || '{"thumbnail": "/s/i/single.gif"}'
      where store_id = 0 and product_id = (select id from product where sku = 'single')`);
    await admin.put(`/V1/products/single/media/${id}`, { entry: { types: ["small_image"] } }, { store: "default" });
    expect([await typesIn("all"), await typesIn("default")]).toEqual([["small_image"], ["small_image"]]);
    expect((await admin.delete(`/V1/products/single/media/${id}`)).body).toBe(true);
  });
});

describe("the first image of a product", () => {
  it("gets every role if it is added without types, but not as a part of the product", async () => {
    await create("first");
    await add("first", entryOf("first.gif", { types: [] }));
    await add("first", entryOf("next.gif", { types: null }));
    expect((await list("first")).map(({ types }: { types: string[] }) => types)).toEqual([
      ["image", "small_image", "thumbnail", "swatch_image"],
      [],
    ]);
    const [entry] = await create("whole", entryOf("whole.gif", { types: [] }));
    expect(entry).toMatchObject({ types: [] });
  });
});

describe("the label of an image with roles", () => {
  beforeAll(() => addStores(app.db));

  it("is an attribute of the product as long as the image has the role", async () => {
    const labelsOf = async (store = "all") => {
      const product = (await admin.get("/V1/products/labelled", { store })).body;
      const { image_label, small_image_label, thumbnail_label } = attributesOf(product);
      return { image_label, small_image_label, thumbnail_label };
    };
    const types = ["image", "thumbnail", "swatch_image"];
    const [entry] = await create("labelled", entryOf("labelled.gif", { label: "Lab", types }));
    const change = (sent: object, store = "all") =>
      admin.put(`/V1/products/labelled/media/${entry?.id}`, { entry: sent }, { store });
    expect(await labelsOf()).toEqual({ image_label: "Lab", thumbnail_label: "Lab" });
    await change({ label: "Lab 2" });
    await change({ label: "Bild" }, "german");
    expect(await labelsOf()).toEqual({ image_label: "Lab 2", thumbnail_label: "Lab 2" });
    expect(await labelsOf("german")).toEqual({ image_label: "Bild", thumbnail_label: "Bild" });
    await change({ label: null }, "german");
    await change({ types: ["image"] });
    expect([await labelsOf(), await labelsOf("german")]).toEqual([{ image_label: "Lab 2" }, { image_label: "Lab 2" }]);
    await admin.delete(`/V1/products/labelled/media/${entry?.id}`, undefined, all);
    expect(await labelsOf()).toEqual({});
  });
});

describe("an image without a position", () => {
  it("comes after the highest position that the store view shows", async () => {
    await create("placed");
    const german = { store: "german" };
    await add("placed", entryOf("nine.gif", { position: 9 }), german);
    await add("placed", entryOf("ten.gif", { position: null }), german);
    expect((await list("placed", "german")).map(({ position }: { position: number }) => position)).toEqual([9, 10]);
  });
});
