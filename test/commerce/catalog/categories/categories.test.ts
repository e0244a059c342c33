import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";
import { search } from "../../../support/client.js";
import { addStores, attributesOf } from "../support.js";
import { couldNotSave, create, custom, notFound, path } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await addStores(app.db);
});

describe("a new installation", () => {
  it("has the tree root and the default category", async () => {
    const { status, body } = await admin.get(`${path}/1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, parent_id: 0, name: "Root Catalog", level: 0, path: "1", children: "2" });
    expect((await admin.get(`${path}/2`)).body).toMatchObject({
      id: 2,
      parent_id: 1,
      name: "Default Category",
      is_active: true,
      include_in_menu: true,
      position: 1,
      level: 1,
      path: "1/2",
    });
  });

  it("uses the default category as the root of its stores", async () => {
    const { body } = await admin.get("/V1/store/storeGroups");
    expect(body).toMatchObject([
      { id: 0, root_category_id: 0 },
      { id: 1, root_category_id: 2 },
      { code: "outlet", root_category_id: 0 },
    ]);
  });

  it("requires the category resource for each of the eleven routes", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    for (const client of [app.asGuest(), other]) {
      const replies = [
        await client.get(path),
        await client.get(`${path}/2`),
        await client.get(`${path}/list?searchCriteria`),
        await client.get(`${path}/2/products`),
        await client.post(path, { category: { name: "X", is_active: true } }),
        await client.put(`${path}/2`, { category: { name: "X" } }),
        await client.put(`${path}/2/move`, { parentId: 1 }),
        await client.post(`${path}/2/products`, { productLink: { sku: "x", category_id: "2" } }),
        await client.put(`${path}/2/products`, { productLink: { sku: "x", category_id: "2" } }),
        await client.delete(`${path}/2/products/x`),
        await client.delete(`${path}/2`),
      ];
      for (const { status, body } of replies) {
        expect([status, body.parameters]).toEqual([401, { resources: "Magento_Catalog::categories" }]);
      }
    }
  });
});

describe("the public catalog", () => {
  it("shows guests the tree, a category and its products, but not the list or the attributes, as in Magento", async () => {
    await using open = await startApp({ PORTICO_ANONYMOUS_CATALOG: "on" });
    const guest = open.asGuest();
    for (const at of [path, `${path}/2`, `${path}/2/products`]) expect((await guest.get(at)).status).toBe(200);
    for (const at of [`${path}/list?searchCriteria`, `${path}/attributes?searchCriteria`, `${path}/attributes/name`]) {
      expect((await guest.get(at)).status).toBe(401);
    }
    expect((await guest.delete(`${path}/2`)).status).toBe(401);
  });
});

describe("creating a category", () => {
  it("returns the given values with its position and Magento's defaults", async () => {
    const { status, body } = await admin.post(path, {
      category: {
        parent_id: "2",
        name: "Test Category",
        is_active: "1",
        include_in_menu: "1",
        available_sort_by: ["position", "name"],
        custom_attributes: [
          custom("url_key", ""),
          custom("description", "Custom description"),
          custom("meta_title", ""),
          custom("display_mode", "PRODUCTS"),
          custom("landing_page", "0"),
          custom("is_anchor", "0"),
          custom("custom_design_from", ""),
          custom("made_up", "x"),
        ],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      parent_id: 2,
      name: "Test Category",
      is_active: true,
      include_in_menu: true,
      available_sort_by: ["position", "name"],
      level: 2,
      path: `1/2/${body.id}`,
      children: "",
    });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(attributesOf(body)).toEqual({
      path: `1/2/${body.id}`,
      children_count: "0",
      url_key: "test-category",
      url_path: "test-category",
      description: "Custom description",
      display_mode: "PRODUCTS",
      landing_page: "0",
      is_anchor: "0",
    });
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it("puts it below the store's root by default, last among its siblings, as an anchor in the menu", async () => {
    const before = await create(admin, "Before");
    const { body } = await admin.post(path, { category: { name: "Rootless", is_active: false } });
    expect(body).toMatchObject({
      parent_id: 2,
      position: before.position + 1,
      is_active: false,
      include_in_menu: true,
    });
    expect(attributesOf(body)["is_anchor"]).toBe("1");
    const reply = await admin.post(path, { category: { name: "Nowhere", is_active: true } }, { store: "all" });
    expect([reply.status, reply.body]).toEqual(notFound(0));
  });

  it("accepts a position, and lists only active children", async () => {
    const parent = await create(admin, "Parent");
    const last = await create(admin, "Late", { parent_id: parent.id, position: 7 });
    await create(admin, "Hidden", { parent_id: parent.id, is_active: false });
    const first = await create(admin, "Early", { parent_id: parent.id });
    expect([last.position, first.position]).toEqual([7, 9]);
    const { body } = await admin.get(`${path}/${parent.id}`);
    expect(body.children).toBe(`${last.id},${first.id}`);
    expect(attributesOf(body)["children_count"]).toBe("3");
  });

  it.each([
    ["no name", { name: undefined }, 'The "Name" attribute value is empty. Set the attribute and try again.'],
    ["an empty name", { name: "" }, 'The "Name" attribute value is empty. Set the attribute and try again.'],
    [
      "no is_active",
      { is_active: undefined },
      'The "Is Active" attribute value is empty. Set the attribute and try again.',
    ],
    [
      "a name without letters or digits",
      { name: "!!!" },
      'Invalid URL key. The "!!!" category name can not be used to generate Latin URL key. Please add URL key or change ' +
        "category name using Latin letters and numbers to avoid generating URL key issues.",
    ],
    [
      "a reserved address",
      { name: "Rest" },
      'URL key "rest" matches a reserved endpoint name (admin, soap, rest, graphql, standard). Use another URL key.',
    ],
  ])("rejects %s", async (_, more, reason) => {
    const { body: before } = await admin.get(`${path}/1`);
    const reply = await admin.post(path, { category: { name: "Bad", is_active: true, parent_id: 2, ...more } });
    expect([reply.status, reply.body]).toEqual(couldNotSave(reason));
    expect((await admin.get(`${path}/1`)).body).toEqual(before);
  });

  it("rejects an unknown parent and values of the wrong type", async () => {
    const unknown = await admin.post(path, { category: { name: "X", is_active: true, parent_id: 99999 } });
    expect([unknown.status, unknown.body]).toEqual(notFound(99999));
    const date = await admin.post(path, {
      category: { name: "X", is_active: true, custom_attributes: [custom("custom_design_from", "soon")] },
    });
    expect([date.status, date.body]).toEqual([
      400,
      {
        message: 'Invalid value of "%value" provided for the %fieldName field.',
        parameters: { fieldName: "custom_design_from", value: "soon" },
      },
    ]);
  });

  it("keeps the first 255 characters of a longer name, and rejects a longer URL key", async () => {
    const { body: long } = await admin.post(path, { category: { name: "x".repeat(256), is_active: true } });
    expect(long.name).toBe("x".repeat(255));
    const ligatures = await admin.post(path, { category: { name: "щ".repeat(100), is_active: true } });
    expect([ligatures.status, ligatures.body.parameters]).toEqual([400, ["URL Key", 255]]);
  });
});

describe("changing a category", () => {
  it("keeps absent fields and its position in the tree", async () => {
    const { id } = await create(admin, "To change", { custom_attributes: [custom("meta_title", "Kept")] });
    const reply = await admin.put(`${path}/${id}`, {
      category: { name: "Changed", is_active: false, parent_id: 1, path: "1/9", level: 8, position: 40 },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      name: "Changed",
      is_active: false,
      parent_id: 2,
      path: `1/2/${id}`,
      level: 2,
      position: 40,
    });
    expect(attributesOf(reply.body)).toMatchObject({ meta_title: "Kept", url_key: "to-change" });
    expect((await admin.post(path, { category: { id, is_active: true } })).body).toMatchObject({ name: "Changed" });
  });

  it("returns an error for an unknown or malformed id", async () => {
    for (const id of [99999, -1]) {
      const reply = await admin.put(`${path}/${id}`, { category: { name: "X" } });
      expect([reply.status, reply.body]).toEqual(notFound(id));
      const read = await admin.get(`${path}/${id}`);
      expect([read.status, read.body]).toEqual(notFound(id));
    }
    expect((await admin.put(`${path}/abc`, { category: { name: "X" } })).status).toBe(400);
  });

  it("rejects a default sort order that the category does not offer", async () => {
    const reason = "Default Product Listing Sort by does not exist in Available Product Listing Sort By.";
    const first = (code: string | null) => ({ custom_attributes: [custom("default_sort_by", code)] });
    const category = { name: "Sorted", is_active: true, available_sort_by: ["name", "price"] };
    const made = await admin.post(path, { category });
    expect([made.status, made.body]).toEqual(couldNotSave(reason));
    const { id } = await create(admin, "Sorted", { available_sort_by: ["name", "price"], ...first("name") });
    const change = async (more: object, store = "all") =>
      (await admin.put(`${path}/${id}`, { category: more }, { store })).status;
    expect(await change(first("position"))).toBe(400);
    expect(await change({ available_sort_by: ["price"] }, "default")).toBe(400);
    expect(await change({ available_sort_by: ["price"], ...first("price") }, "default")).toBe(200);
    expect(await change(first(null), "default")).toBe(400);
    expect(await change({ available_sort_by: [], ...first(null) }, "default")).toBe(200);
    expect(await change({ available_sort_by: [], ...first("position") })).toBe(200);
  });

  it("ignores nulls of its own fields", async () => {
    const { id } = await create(admin, "Named", { available_sort_by: ["position"] });
    const category = { name: null, is_active: null, available_sort_by: null };
    const reply = await admin.put(`${path}/${id}`, { category }, { store: "all" });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ name: "Named", is_active: true, available_sort_by: ["position"] });
  });

  it("accepts a default sort order as a list, as the contract has it", async () => {
    const sorted = (value: unknown) => ({
      name: "As a list",
      is_active: true,
      custom_attributes: [custom("default_sort_by", value)],
    });
    const { status, body } = await admin.post(path, { category: sorted(["price"]) });
    expect([status, attributesOf(body)["default_sort_by"]]).toEqual([200, "price"]);
    expect(body).not.toHaveProperty("available_sort_by");
  });
});

describe("the list of categories", () => {
  it("filters by columns and attributes, sorts, and pages", async () => {
    const parent = await create(admin, "Listed");
    const names = ["Alpha", "Beta", "Gamma"];
    for (const name of names) {
      await create(admin, name, { parent_id: parent.id, custom_attributes: [custom("meta_title", `M ${name}`)] });
    }
    const found = async (...args: Parameters<typeof search>) => {
      const { status, body } = await admin.get(`${path}/list?${search(...args)}`);
      expect(status).toBe(200);
      return [body.total_count, body.items.map(({ name }: { name: string }) => name)] as const;
    };
    const below = ["parent_id", String(parent.id)] as const;
    expect(await found([below])).toEqual([3, names]);
    expect(await found([below, ["level", "3"], ["is_active", "1"]], { page_size: 2, current_page: 2 })).toEqual([
      3,
      ["Gamma"],
    ]);
    expect(await found([below], { "sortOrders][0][field": "position", "sortOrders][0][direction": "DESC" })).toEqual([
      3,
      [...names].reverse(),
    ]);
    expect(await found([["meta_title", "M Beta"]])).toEqual([1, ["Beta"]]);
    expect(await found([["url_path", "listed/alpha"]])).toEqual([1, ["Alpha"]]);
    expect(await found([["path", `${parent.path}/%`, "like"]])).toEqual([3, names]);
    expect(await found([["entity_id", "1,2", "in"]])).toEqual([2, ["Root Catalog", "Default Category"]]);
    expect(
      await found([
        ["children_count", "3"],
        ["entity_id", String(parent.id)],
      ]),
    ).toEqual([1, ["Listed"]]);
    expect(await found([["parent_id", "0"]])).toEqual([1, ["Root Catalog"]]);
  });

  it("answers 400 for an unknown attribute and without criteria", async () => {
    const unknown = await admin.get(`${path}/list?${search([["color", "1"]])}`);
    expect([unknown.status, unknown.body]).toEqual([
      400,
      { message: 'The "%1" attribute name is invalid. Reset the name and try again.', parameters: ["color"] },
    ]);
    expect((await admin.get(`${path}/list`)).body.parameters).toEqual({ fieldName: "searchCriteria" });
  });
});

describe("asynchronous calls and GraphQL", () => {
  it("create, change and delete categories in the background and in bulk, in the order of acceptance", async () => {
    const made = await waitForBulk(
      admin,
      await admin.post(`/async/bulk${path}`, [
        { category: { name: "Bulk 1", is_active: true, parent_id: 2 } },
        { category: { name: "Bulk 2", is_active: true, parent_id: 2 } },
        { category: { name: "Bulk 1", is_active: true, parent_id: 2 } },
      ]),
    );
    expect(made.operations_list.map(({ status }) => status)).toEqual([1, 1, 3]);
    expect(made.operations_list[2]?.result_message).toBe(
      "Could not save category: URL key for specified store already exists.",
    );
    const [one, two] = made.operations_list.map(
      ({ result_serialized_data }) => JSON.parse(result_serialized_data ?? "{}") as { id: number; position: number },
    );
    expect(two?.position).toBe((one?.position ?? 0) + 1);
    const changed = await waitForBulk(
      admin,
      await admin.put(`/async/bulk${path}/byId`, [
        { id: one?.id, category: { name: "Bulk A" } },
        { id: two?.id, category: { custom_attributes: [custom("url_key", "bulk-1")] } },
      ]),
    );
    expect(changed.operations_list.map(({ status }) => status)).toEqual([1, 3]);
    const gone = await waitForBulk(admin, await admin.delete(`/async${path}/${one?.id}`));
    expect(gone.operations_list[0]?.status).toBe(1);
    expect((await admin.get(`${path}/${one?.id}`)).status).toBe(404);
  });

  it("create, read, list and move categories in GraphQL", async () => {
    const { body } = await admin.graphql(
      `mutation ($category: CategoryInput!) { saveCategory(category: $category) { id name path } }`,
      { category: { name: "By graph", is_active: true, parent_id: 2 } },
    );
    expect(body.errors).toBeUndefined();
    const { id } = body.data.saveCategory as { id: number };
    const moved = await admin.graphql(`mutation ($id: Int!) { moveCategory(categoryId: $id, parentId: 1) }`, { id });
    expect(moved.body.data).toEqual({ moveCategory: true });
    const read = await admin.graphql(
      `query ($id: Int!) {
        category(categoryId: $id) { name level }
        categoryTree(rootCategoryId: $id) { id children_data { id } }
        categories(searchCriteria: { filter_groups: [{ filters: [{ field: "url_key", value: "by-graph" }] }] }) { total_count }
      }`,
      { id },
    );
    expect(read.body.data).toEqual({
      category: { name: "By graph", level: 1 },
      categoryTree: { id, children_data: [] },
      categories: { total_count: 1 },
    });
    const refused = await admin.graphql(`mutation { deleteCategory(categoryId: 2) }`);
    expect(refused.body.errors[0].message).toBe("Cannot delete category with id 2");
  });
});
