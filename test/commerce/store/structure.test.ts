import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import type { Client, Reply } from "../../support/client.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Backend::store", "Magento_Catalog::products", "Magento_Customer::manage"]);
});

const errorOf = ({ status, body }: Reply) => [status, body.message, body.parameters];

/** Creates a website with a store and a store view, and returns their ids. */
async function newWebsite(code: string) {
  const website = await admin.post("/V1/store/websites", { website: { code, name: `Website ${code}` } });
  expect(website.status).toBe(200);
  const { id } = website.body;
  const storeGroup = { code: `${code}_store`, name: "Store", website_id: id, root_category_id: 2 };
  const group = await admin.post("/V1/store/storeGroups", { storeGroup });
  expect(group.body).toEqual({ id: group.body.id, ...storeGroup, default_store_id: 0 });
  const storeView = { code: `${code}_view`, name: "View", store_group_id: group.body.id };
  const view = await admin.post("/V1/store/storeViews", { storeView });
  expect(view.body).toEqual({ id: view.body.id, ...storeView, website_id: id, is_active: 1 });
  return { id: id as number, group: group.body.id as number, view: view.body.id as number };
}

describe("a new store view", () => {
  it("is valid in paths immediately and does not change the defaults", async () => {
    const { status, body } = await admin.post("/V1/store/storeViews", { storeView: { code: "fr", name: "French" } });
    expect([status, body]).toEqual([
      200,
      { id: body.id, code: "fr", name: "French", website_id: 1, store_group_id: 1, is_active: 1 },
    ]);
    expect((await admin.get("/V1/store/storeViews", { store: "fr" })).status).toBe(200);
    expect((await admin.get("/V1/store/storeConfigs?storeCodes[]=fr")).body).toMatchObject([{ code: "fr" }]);
    expect((await admin.get("/V1/store/storeGroups")).body[1]).toMatchObject({ id: 1, default_store_id: 1 });
  });

  it("is rejected without a name, or with a code that is taken, reserved or invalid", async () => {
    const create = (storeView: object) => admin.post("/V1/store/storeViews", { storeView });
    expect(errorOf(await create({ code: "default", name: "A" }))).toEqual([
      ...[400, "Store with the same code already exists.", undefined],
    ]);
    expect((await create({ code: "V1", name: "A" })).body.message).toContain("is reserved");
    expect((await create({ code: "9x", name: "A" })).body.parameters).toEqual({ kind: "Store", limit: 32 });
    expect((await create({})).body.errors).toHaveLength(2);
    expect((await create({ code: "x", name: "A", store_group_id: 99 })).status).toBe(404);
    expect((await create({ code: "x", name: "A", is_active: 2 })).status).toBe(400);
  });
});

describe("a website", () => {
  it("gets its first store as the default store, and a store gets its first store view as the default", async () => {
    const { id, group, view } = await newWebsite("eu");
    const websites = (await admin.get("/V1/store/websites")).body as { id: number; default_group_id: number }[];
    expect(websites.find((website) => website.id === id)).toMatchObject({ default_group_id: group });
    const groups = (await admin.get("/V1/store/storeGroups")).body as { id: number; default_store_id: number }[];
    expect(groups.find((one) => one.id === group)).toMatchObject({ default_store_id: view });
  });

  it("becomes the default website only with a store view, and remains the default until another one replaces it", async () => {
    const { id } = await newWebsite("us");
    expect((await admin.put("/V1/store/websites/1", { website: { is_default: false } })).status).toBe(400);
    const bare = await admin.post("/V1/store/websites", { website: { code: "bare", name: "Bare" } });
    const empty = await admin.put(`/V1/store/websites/${bare.body.id}`, { website: { is_default: true } });
    expect(errorOf(empty)[1]).toBe("The default website needs a default store with a store view.");
    expect((await admin.put(`/V1/store/websites/${id}`, { website: { is_default: true } })).status).toBe(200);
    expect((await admin.delete(`/V1/store/websites/${id}`)).body.message).toContain("needs a default website");
    const before = { website: { is_default: true, name: "Main", sort_order: 3 } };
    expect((await admin.put("/V1/store/websites/1", before)).body).toMatchObject({ id: 1, name: "Main" });
  });

  it("can be changed, but not to another website's code, and the admin website cannot be changed at all", async () => {
    const { id, group } = await newWebsite("asia");
    const change = (website: object, of = id) => admin.put(`/V1/store/websites/${of}`, { website });
    expect((await change({ code: "apac", name: "Asia" })).body).toMatchObject({ code: "apac", name: "Asia" });
    expect((await change({ code: "base" })).status).toBe(400);
    expect((await change({ name: "" })).status).toBe(400);
    expect((await change({ default_group_id: 1 })).body.parameters).toEqual({ id: 1 });
    expect((await change({ default_group_id: group })).status).toBe(200);
    expect((await change({ name: "A" }, 0)).status).toBe(400);
    expect((await change({ name: "A" }, 999)).status).toBe(404);
    expect((await app.asGuest().put(`/V1/store/websites/${id}`, { website: {} })).status).toBe(401);
    expect((await app.asGuest().post("/V1/store/websites", { website: {} })).status).toBe(401);
  });
});

describe("deleting", () => {
  it("lists what still refers to a website, store or store view, and otherwise deletes it with its settings", async () => {
    const { id, group, view } = await newWebsite("old");
    await app.db.execute(
      "insert into config_value (path, scope, scope_id, value) values ('a/b/c', 'stores', $1, '1')",
      [view],
    );
    await app.db.execute("insert into sales_sequence (kind, store_id, last_value) values ('order', $1, 7)", [view]);
    const product = { sku: "texts", name: "Texts", attribute_set_id: 4, price: 1, type_id: "simple" };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
    const french = { product: { sku: "texts", name: "Chaise" } };
    expect((await admin.put("/V1/products/texts", french, { store: "old_view" })).status).toBe(200);

    expect(errorOf(await admin.delete(`/V1/store/websites/${id}`))).toEqual([
      400,
      "The website with id %id cannot be deleted because of %references.",
      { id, references: "store views (1), stores (1)" },
    ]);
    expect(errorOf(await admin.delete(`/V1/store/storeGroups/${group}`))[2]).toEqual({
      id: group,
      references: "old_view",
    });
    const { parameters } = (await admin.delete(`/V1/store/storeViews/${view}`)).body;
    expect(parameters.references).toContain("products with store view values (1)");
    await app.db.execute("delete from product_values where store_id = $1", [view]);
    await app.db.execute("delete from product_url_key where store_id = $1", [view]);

    expect((await admin.delete(`/V1/store/storeViews/${view}`)).body).toBe(true);
    expect((await admin.delete(`/V1/store/storeViews/${view}`)).status).toBe(404);
    expect(await app.db.query("select 1 from config_value where scope = 'stores' and scope_id = $1", [view])).toEqual(
      [],
    );
    expect((await admin.delete(`/V1/store/storeGroups/${group}`)).body).toBe(true);
    expect((await admin.delete(`/V1/store/storeGroups/${group}`)).status).toBe(404);
    expect((await admin.delete(`/V1/store/websites/${id}`)).body).toBe(true);
    const events = await app.db.query<{ event: string }>(
      "select event from audit_event where name like 'old%' and by_user_type = 2 order by id",
    );
    expect(events.map(({ event }) => event)).toEqual(
      ["created", "deleted"].flatMap((what) =>
        (what === "created" ? ["website", "store", "store view"] : ["store view", "store", "website"]).map(
          (kind) => `${kind} ${what}`,
        ),
      ),
    );
  });

  it("is rejected for the default store view, store and website of the shop, and for the admin ones", async () => {
    for (const path of ["websites", "storeGroups", "storeViews"]) {
      expect((await admin.delete(`/V1/store/${path}/1`)).status).toBe(400);
      expect((await admin.delete(`/V1/store/${path}/0`)).status).toBe(400);
    }
    expect((await admin.put("/V1/store/storeViews/1", { storeView: { is_active: 0 } })).status).toBe(400);
  });
});

describe("a store", () => {
  it("moves to another website with its store views while nothing refers to them", async () => {
    const [from, to] = [await newWebsite("from"), await newWebsite("to")];
    const move = () => admin.put(`/V1/store/storeGroups/${from.group}`, { storeGroup: { website_id: to.id } });
    await app.db.execute(
      `insert into customer (email, email_key, firstname, lastname, website_id, store_id, group_id)
       values ('a@example.com', 'a@example.com', 'A', 'B', $1, $2, 1)`,
      [from.id, from.view],
    );
    expect(errorOf(await move())).toEqual([
      400,
      "The store view with id %id cannot move to another website because of %references.",
      { id: from.view, references: "customers (1)" },
    ]);
    await app.db.execute("delete from customer");
    expect((await move()).body).toMatchObject({ website_id: to.id });
    const views = (await admin.get("/V1/store/storeViews")).body as { id: number; website_id: number }[];
    expect(views.find(({ id }) => id === from.view)).toMatchObject({ website_id: to.id });
    expect((await admin.delete(`/V1/store/websites/${from.id}`)).body).toBe(true);
  });

  it("needs a root category and a website, and store views of its own", async () => {
    const create = (storeGroup: object) => admin.post("/V1/store/storeGroups", { storeGroup });
    expect((await create({ code: "c", name: "C", root_category_id: 1 })).body.parameters).toEqual({ id: 1 });
    expect((await create({ code: "c", name: "C", website_id: 99 })).status).toBe(404);
    const { body } = await create({ code: "second-store", name: "Second" });
    expect(body).toMatchObject({ website_id: 1, root_category_id: 2, default_store_id: 0 });
    const change = (storeGroup: object) => admin.put(`/V1/store/storeGroups/${body.id}`, { storeGroup });
    expect((await change({ default_store_id: 1 })).status).toBe(400);
    const { body: view } = await admin.post("/V1/store/storeViews", { storeView: { code: "moving", name: "M" } });
    const moved = await admin.put(`/V1/store/storeViews/${view.id}`, {
      storeView: { store_group_id: body.id, code: "m" },
    });
    expect(moved.body).toMatchObject({ code: "m", store_group_id: body.id });
    expect((await change({ default_store_id: view.id, name: "2nd" })).body).toMatchObject({ name: "2nd" });
    expect((await admin.put("/V1/store/storeViews/999", { storeView: {} })).status).toBe(404);
  });
});

it("runs queued changes of the structure in the order in which they were sent", async () => {
  await using queueing = await startApp({ PORTICO_CONSUMER: "on" });
  const caller = await queueing.asAdmin();
  const elements = ["a", "b", "c"].map((code) => ({ storeView: { code: `queued_${code}`, name: code } }));
  const { body } = await caller.post("/async/bulk/V1/store/storeViews", elements);
  const wait = { headers: { Prefer: "wait=20" } };
  expect((await caller.get(`/V1/bulk/${body.bulk_uuid}/status`, wait)).body.operations_list).toMatchObject(
    elements.map(() => ({ status: 1 })),
  );
  const { body: results } = await caller.get(`/V1/bulk/${body.bulk_uuid}/results`);
  expect(results).toMatchObject(
    elements.map((_, at) => ({ operation_id: at, entity_id: at + 2, identifier: `queued_${"abc"[at]}` })),
  );
  expect((await caller.get("/V1/bulk/00000000-0000-4000-8000-000000000000/results")).status).toBe(404);
  expect((await caller.get(`/V1/bulk/${body.bulk_uuid}/results?status=3`)).body).toEqual([]);
  expect((await caller.get("/V1/store/storeViews", { store: "queued_c" })).status).toBe(200);
});
