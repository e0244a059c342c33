import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { search } from "../../support/client.js";
import { addSources, item, rowsOf, stockOf } from "./support.js";

const path = "/V1/inventory/source-items";
const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await addSources(admin, "berlin", "Paris");
});

const create = (sku: string, stock_item?: object, more: object = {}) =>
  admin.post("/V1/products", { product: simple(sku, { extension_attributes: { stock_item }, ...more }) });
const save = (...sourceItems: object[]) => admin.post(path, { sourceItems });
const remove = (...sourceItems: object[]) => admin.post(`${path}-delete`, { sourceItems });
const reason = (message: string, field: string) => ({ message, parameters: { field } });
const empty = (field: string) => reason('"%field" can not be empty.', field);

describe("source items", () => {
  it("are saved and searched, with nothing but SKU, source, quantity and status", async () => {
    await create("Found");
    const { status, body } = await save(item("found", "PARIS", 7.5, 1), item("FOUND", "berlin", -3, 0));
    expect([status, body]).toEqual([200, []]);
    const found = await admin.get(`${path}?${search([["sku", "fOUND"]])}`);
    expect(found.body.total_count).toBe(2);
    expect(found.body.items).toContainEqual(item("Found", "berlin", -3, 0));
    expect(found.body.items).toContainEqual(item("Found", "Paris", 7.5, 1));
    const some = await admin.get(
      `${path}?${search([
        ["source_code", "paris"],
        ["quantity", "7", "gt"],
        ["status", "1"],
        ["source_item_id", "0", "gt"],
      ])}`,
    );
    expect(some.body.items).toEqual([item("Found", "Paris", 7.5, 1)]);
  });

  it("are changed by SKU and source, ignoring case; the last duplicate wins", async () => {
    await save(item("again", "Paris", 1, 0));
    await save(item("AGAIN", "paris", 2, 0), item("Again", "PARIS", 3, 1));
    expect(await rowsOf(admin, "again")).toEqual({ Paris: [3, 1] });
  });

  it("need search criteria to be searched", async () => {
    const { status, body } = await admin.get(path);
    expect([status, body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "searchCriteria" } },
    ]);
  });

  it.each([
    ["nothing", {}, [empty("sku"), empty("source_code"), "quantity", "status"]],
    [
      "one blank",
      { sku: " ", source_code: " ", quantity: 1, status: 1 },
      [
        empty("sku"),
        reason('"%field" can not contain leading or trailing spaces.', "sku"),
        empty("source_code"),
        reason('"%field" can not contain whitespaces.', "source_code"),
      ],
    ],
    [
      "white space",
      { sku: "a b ", source_code: "a b", quantity: 1, status: 1 },
      [
        reason('"%field" can not contain leading or trailing spaces.', "sku"),
        reason('"%field" can not contain whitespaces.', "source_code"),
      ],
    ],
    ["null", { ...item("a", "b", 1, 1), quantity: null, status: null }, ["quantity", "status"]],
    ["an unknown status", item("a", "b", 1, 2), [reason('"%field" should a known status.', "status")]],
  ])("are rejected with %s for every reason, the first of which is in the message", async (_what, given, expected) => {
    const errors = expected.map((one) => (typeof one === "string" ? reason('"%field" should be numeric.', one) : one));
    const { status, body } = await save(item("valid", "berlin", 1, 1), given);
    const [first] = errors;
    const rendered = first?.message.replace("%field", first.parameters.field);
    expect([status, body]).toEqual([400, { message: `Validation Failed: ${rendered}`, errors }]);
    expect(await rowsOf(admin, "valid")).toEqual({});
  });

  it.each([
    ["quantity", "test", "float"],
    ["status", "much", "int"],
  ])("are rejected with a %s of another type", async (field, value, type) => {
    const { status, body } = await save({ ...item("typed", "berlin", 1, 1), [field]: value });
    const message = `Error occurred during "${field}" processing. The "${value}" value's type is invalid. The "${type}" type was expected. Verify and try again.`;
    expect([status, body.message]).toEqual([400, message]);
  });

  it.each([
    ["of an unknown source", item("unsaved", "nowhere", 1, 1)],
    ["of a source with a variable for a code", item("unsaved", "${x}", 1, 1)],
    ["of a quantity that no column holds", item("unsaved", "berlin", 1e8, 1)],
    ["of a negative quantity that no column holds", item("unsaved", "berlin", -1e30, 1)],
    ["of a SKU that is too long", item("x".repeat(65), "berlin", 1, 1)],
  ])("are not saved if one is invalid: %s", async (_what, given) => {
    const { status, body } = await save(item("unsaved", "Paris", 1, 1), given);
    expect([status, body]).toEqual([400, { message: "Could not save Source Item" }]);
    expect(await rowsOf(admin, "unsaved")).toEqual({});
  });

  it("cannot be saved or removed as an empty list", async () => {
    for (const reply of [await save(), await remove()]) {
      expect([reply.status, reply.body]).toEqual([400, { message: "Input data is empty" }]);
    }
  });

  it("are removed with their low-stock thresholds; unknown pairs are ignored", async () => {
    await save(item("gone", "berlin", 1, 1), item("gone", "Paris", 1, 1));
    const sku_key = "gone";
    const data = ["berlin", "Paris"].map((source_code) => ({ source_code, sku: "gone", sku_key }));
    await app.db.models.inventoryLowStockNotification.createMany({ data });
    const { status, body } = await remove(
      { sku: "GONE", source_code: "BERLIN" },
      { sku: "nobody", source_code: "berlin" },
      { sku: "gone", source_code: "nowhere" },
      {},
    );
    expect([status, body]).toEqual([200, []]);
    expect(await rowsOf(admin, "gone")).toEqual({ Paris: [1, 1] });
    const left = await app.db.models.inventoryLowStockNotification.findMany({ where: { sku_key } });
    expect(left.map(({ source_code }) => source_code)).toEqual(["Paris"]);
  });

  it("need their permissions", async () => {
    const other = await app.asAdmin(["Magento_InventoryApi::stock"]);
    const replies = [
      await other.get(`${path}?searchCriteria`),
      await other.post(path, { sourceItems: [] }),
      await other.post(`${path}-delete`, { sourceItems: [] }),
    ];
    expect(replies.map(({ status, body }) => [status, body.parameters.resources])).toEqual([
      [401, "Magento_InventoryApi::source"],
      [401, "Magento_InventoryApi::stock_source_item_assign"],
      [401, "Magento_InventoryApi::stock_source_item_assign"],
    ]);
  });

  it("take as many statements for 2,000 as for one, and can number 100,000 in a call", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => item(`many-${at}`, "default", at % 90, 1));
    const statements = async (count: number) => {
      const sent = await app.statementsOf(() => save(...many(count)));
      return sent.filter((text) => /stock_item|inventory_source/.test(text)).length;
    };
    expect(await statements(2000)).toBe(await statements(1));
    const { status } = await save(...many(100_000));
    expect(status).toBe(200);
    expect((await remove(...many(100_000))).status).toBe(200);
  }, 120_000);

  it("keep their place among the queued changes of their product", async () => {
    await create("queued", { qty: 1 });
    const first = await admin.post("/async/bulk/V1/inventory/source-items", [
      { sourceItems: [item("QUEUED", "default", 5, 1)] },
      { sourceItems: [item("queued", "default", 6, 1)] },
    ]);
    const second = await admin.put("/async/bulk/V1/products/byProductSku/stockItems/byItemId", [
      { productSku: "queued", itemId: 1, stockItem: { qty: 7 } },
    ]);
    await waitForBulk(admin, first);
    const { operations_list: operations } = await waitForBulk(admin, second);
    expect(operations.map((operation) => operation.status)).toEqual([1]);
    expect(await rowsOf(admin, "queued")).toEqual({ default: [7, 1] });
    const keys = await admin.graphql(
      `mutation { saveSourceItems(sourceItems: [{ sku: "queued", source_code: "default", quantity: 8, status: 1 }]) }`,
    );
    expect(keys.body).toEqual({ data: { saveSourceItems: null } });
    expect(await stockOf(admin, "queued")).toEqual([8, true]);
  });
});

describe("the parts of a bundle that is shipped together", () => {
  const option = (...skus: string[]) => ({
    title: "Pick",
    type: "radio",
    required: true,
    product_links: skus.map((sku) => ({ sku, qty: 1, is_default: false, price: 1, price_type: 0 })),
  });
  const bundle = (sku: string, shipment: string, ...parts: string[]) =>
    create(sku, undefined, {
      type_id: "bundle",
      extension_attributes: { bundle_product_options: [option(...parts)] },
      custom_attributes: [
        { attribute_code: "price_type", value: "1" },
        { attribute_code: "price_view", value: "1" },
        { attribute_code: "shipment_type", value: shipment },
      ],
    });

  it("must all be at one source", async () => {
    for (const sku of ["bolt", "nut", "free"]) await create(sku);
    await bundle("kit", "0", "bolt", "nut");
    await bundle("box", "1", "free", "nut");
    expect((await save(item("bolt", "berlin", 1, 1), item("nut", "berlin", 1, 1))).status).toBe(200);
    const { status, body } = await save(item("nut", "berlin", 2, 1), item("NUT", "paris", 2, 1));
    const address = `http://127.0.0.1:0/rest/V1/products/kit`;
    expect([status, body]).toEqual([
      400,
      {
        message: `Validation Failed: Not able to assign "paris" to product "NUT", as it is part of bundle product <a href="${address}">"kit"</a> with shipment type "Ship Together" and has multiple sources or different source as other bundle selections.`,
        errors: [
          {
            message:
              'Not able to assign "%1" to product "%2", as it is part of bundle product <a href="%3">"%4"</a> with shipment type "Ship Together" and has multiple sources or different source as other bundle selections.',
            parameters: ["paris", "NUT", address, "kit"],
          },
        ],
      },
    ]);
    expect(await rowsOf(admin, "nut")).toEqual({ berlin: [1, 1] });
    expect((await save(item("free", "Paris", 1, 1))).status).toBe(200);
  });
});

describe("a product that is added to a bundle", () => {
  const link = (sku: string) => ({ sku, qty: 1, is_default: false, price: 1, price_type: 0 });
  const cannotBeAdded = (sku: string) => [
    400,
    {
      message:
        'Product "%1" cannot be added to bundle product as bundle product has "Ship Bundle Items Together" and "%1" product assigned to multiple sources or has different source then rest of bundle items',
      parameters: [sku],
    },
  ];
  const option = (...skus: string[]) => ({
    title: "Pick",
    type: "radio",
    required: true,
    product_links: skus.map(link),
  });
  const bundle = (sku: string, shipment_type: string, ...parts: string[]) =>
    create(sku, undefined, {
      type_id: "bundle",
      extension_attributes: { bundle_product_options: [option(...parts)] },
      custom_attributes: Object.entries({ price_type: "1", price_view: "1", shipment_type }).map(
        ([attribute_code, value]) => ({ attribute_code, value }),
      ),
    });
  beforeAll(async () => {
    for (const sku of ["part-a", "part-b", "part-c", "part-d"]) await create(sku);
    await save(item("part-a", "berlin", 1, 1), item("part-b", "Paris", 1, 1), item("part-c", "berlin", 1, 1));
    await save(item("part-d", "berlin", 1, 1), item("part-d", "Paris", 1, 1));
  });

  it("must be at the source of the other parts if they are shipped together", async () => {
    const { body } = await bundle("together", "0", "part-a");
    const [{ option_id: optionId }] = body.extension_attributes.bundle_product_options as [{ option_id: number }];
    const add = async (sku: string) => {
      const reply = await admin.post(`/V1/bundle-products/together/links/${optionId}`, { linkedProduct: link(sku) });
      return [reply.status, reply.body];
    };
    expect(await add("part-b")).toEqual(cannotBeAdded("part-b"));
    expect((await add("part-c"))[0]).toBe(200);
    expect(await add("part-d")).toEqual(cannotBeAdded("part-d"));
    const { body: children } = await admin.get("/V1/bundle-products/together/children");
    expect((children as { sku: string }[]).map(({ sku }) => sku)).toEqual(["part-a", "part-c"]);
    const { id } = (children as [{ id: string }])[0];
    const changed = await admin.put(`/V1/bundle-products/together/links/${id}`, {
      linkedProduct: { ...link("part-b"), option_id: optionId },
    });
    expect([changed.status, changed.body]).toEqual(cannotBeAdded("part-b"));
    const added = await admin.post("/V1/bundle-products/options/add", {
      option: { ...option("part-b"), sku: "together" },
    });
    expect([added.status, added.body]).toEqual(cannotBeAdded("part-b"));
  });

  it("is rejected in a new bundle, too, unless its parts are shipped separately", async () => {
    const { status, body } = await bundle("split", "0", "part-a", "part-b");
    expect([status, body]).toEqual(cannotBeAdded("part-b"));
    expect((await bundle("separate", "1", "part-a", "part-b")).status).toBe(200);
  });
});
