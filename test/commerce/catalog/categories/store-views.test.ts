import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { search } from "../../../support/client.js";
import { addStores, attributesOf } from "../support.js";
import { couldNotSave, create, custom, path } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

describe("values by store view", () => {
  const nameIn = async (id: number, store: string) => (await admin.get(`${path}/${id}`, { store })).body.name as string;

  it("fall back to the global values, and are deleted with null", async () => {
    const { id } = await create(admin, "Chairs");
    await admin.put(`${path}/${id}`, { category: { name: "Stühle", is_active: false } }, { store: "german" });
    expect(await nameIn(id, "german")).toBe("Stühle");
    expect([await nameIn(id, "all"), await nameIn(id, "default")]).toEqual(["Chairs", "Chairs"]);
    await admin.put(`${path}/${id}`, { category: { name: "Seats" } }, { store: "all" });
    expect([await nameIn(id, "german"), await nameIn(id, "default")]).toEqual(["Stühle", "Seats"]);
    const restored = await admin.put(
      `${path}/${id}`,
      { category: { custom_attributes: [custom("name", null), custom("is_active", null)] } },
      { store: "german" },
    );
    expect(restored.body).toMatchObject({ name: "Seats", is_active: true });
    const [german] = await app.db.query<{ id: number }>("select id from store where code = 'german'");
    await admin.put(`${path}/${id}`, { category: { name: "Sitze" } }, { store: "german" });
    expect((await admin.get(`${path}/${id}?storeId=${german?.id}`)).body.name).toBe("Sitze");
    expect((await admin.get(`${path}/${id}?storeId=0`)).body.name).toBe("Seats");
  });

  it("belong to the default store view without a store code; a global attribute has one value everywhere", async () => {
    const { id } = await create(admin, "Tables");
    await admin.put(`${path}/${id}`, { category: { name: "Desks", custom_attributes: [custom("is_anchor", "0")] } });
    expect([await nameIn(id, "default"), await nameIn(id, "german")]).toEqual(["Desks", "Tables"]);
    const { body } = await admin.get(`${path}/${id}`, { store: "german" });
    expect(attributesOf(body)["is_anchor"]).toBe("0");
  });

  it("are shown in the tree and in the list", async () => {
    const { id } = await create(admin, "Lamps");
    await admin.put(`${path}/${id}`, { category: { name: "Lampen", is_active: false } }, { store: "german" });
    const tree = await admin.get(`${path}?rootCategoryId=${id}`, { store: "german" });
    expect(tree.body).toMatchObject({ id, name: "Lampen", is_active: false });
    const found = await admin.get(`${path}/list?${search([["name", "lampen"]])}`, { store: "german" });
    expect(found.body.items).toMatchObject([{ id, name: "Lampen" }]);
    expect((await admin.get(`${path}/list?${search([["name", "lampen"]])}`)).body.total_count).toBe(0);
  });
});

describe("URL keys", () => {
  const addressOf = async (id: number, store = "all") =>
    attributesOf((await admin.get(`${path}/${id}`, { store })).body)["url_path"];

  it("form a path from the root category down, in each store view", async () => {
    const top = await create(admin, "Möbel & Co");
    const inner = await create(admin, "Sofas", { parent_id: top.id });
    expect(await addressOf(inner.id)).toBe("mobel-co/sofas");
    await admin.put(
      `${path}/${top.id}`,
      { category: { custom_attributes: [custom("url_key", "Wohnen")] } },
      { store: "german" },
    );
    expect([await addressOf(inner.id, "german"), await addressOf(inner.id, "default")]).toEqual([
      "wohnen/sofas",
      "mobel-co/sofas",
    ]);
    await admin.put(
      `${path}/${top.id}`,
      { category: { custom_attributes: [custom("url_key", null)] } },
      { store: "german" },
    );
    expect(await addressOf(inner.id, "german")).toBe("mobel-co/sofas");
    expect(await addressOf(2)).toBeUndefined();
  });

  it("are derived from the name again if the global key is emptied", async () => {
    const { id } = await create(admin, "Plain name", { custom_attributes: [custom("url_key", "special")] });
    expect(await addressOf(id)).toBe("special");
    await admin.put(`${path}/${id}`, { category: { custom_attributes: [custom("url_key", "")] } }, { store: "all" });
    expect(await addressOf(id)).toBe("plain-name");
  });

  it("of new categories are shown and found as they were sent until the next save", async () => {
    const { id } = await create(admin, "As sent", { custom_attributes: [custom("url_key", "Two Words")] });
    const read = async () => {
      const { body } = await admin.get(`${path}/${id}`, { store: "all" });
      return [attributesOf(body)["url_key"], attributesOf(body)["url_path"]];
    };
    const count = async (key: string) =>
      (await admin.get(`${path}/list?${search([["url_key", key]])}`, { store: "all" })).body.total_count;
    expect([await read(), await count("Two Words")]).toEqual([["Two Words", "two-words"], 1]);
    const again = await admin.post(path, { category: { name: "Two words", is_active: true, parent_id: 2 } });
    expect([again.status, again.body]).toEqual(taken);
    await admin.put(`${path}/${id}`, { category: { name: "Renamed" } }, { store: "german" });
    expect([await read(), await count("two-words")]).toEqual([["two-words", "two-words"], 1]);
  });

  const taken = couldNotSave("URL key for specified store already exists.");

  it("are unique among siblings, but not among cousins or root categories", async () => {
    const one = await create(admin, "Twins");
    const again = await admin.post(path, { category: { name: "twins", is_active: true, parent_id: 2 } });
    expect([again.status, again.body]).toEqual(taken);
    await create(admin, "Twins", { parent_id: one.id });
    await create(admin, "Root twins", { parent_id: 1 });
    await create(admin, "Root twins", { parent_id: 1 });
  });

  it("are checked in the store views that use them", async () => {
    const left = await create(admin, "Left");
    const right = await create(admin, "Right");
    const setKey = async (id: number, key: string, store: string) => {
      const category = { custom_attributes: [custom("url_key", key)] };
      return (await admin.put(`${path}/${id}`, { category }, { store })).status;
    };
    expect(await setKey(left.id, "seite", "german")).toBe(200);
    expect(await setKey(right.id, "seite", "german")).toBe(400);
    expect(await setKey(right.id, "seite", "default")).toBe(200);
    expect(await setKey(right.id, "left", "german")).toBe(400);
    expect(await setKey(right.id, "seite", "all")).toBe(400);
    expect(await setKey(left.id, "seite", "german")).toBe(200);
  });
});
