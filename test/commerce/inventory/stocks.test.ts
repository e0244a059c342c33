import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const path = "/V1/inventory/stocks";
const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

const website = (code: string) => ({ type: "website", code });
const stock = (name: string, sales_channels?: object[]) => ({
  stock: { name, ...(sales_channels ? { extension_attributes: { sales_channels } } : {}) },
});
const create = async (name: string, sales_channels?: object[]) =>
  (await admin.post(path, stock(name, sales_channels))).body as number;
const channelsOf = async (id: number) => (await admin.get(`${path}/${id}`)).body.extension_attributes.sales_channels;
const resolve = async (type: string, code: string) => {
  const { status, body } = await admin.get(`/V1/inventory/stock-resolver/${type}/${code}`);
  return status === 200 ? body.stock_id : [status, body];
};
const failed = (...errors: object[]) => [400, { message: "Validation Failed", errors }];
const cannotBeEmpty = (field: string) => ({ message: '"%field" can not be empty.', parameters: { field } });

describe("the default stock", () => {
  it("sells on every website of a new installation", async () => {
    const { status, body } = await admin.get(`${path}/1`);
    expect([status, body]).toEqual([
      200,
      {
        stock_id: 1,
        name: "Default Stock",
        extension_attributes: { sales_channels: [website("base"), website("outlet")] },
      },
    ]);
  });

  it("keeps its websites when a save leaves them out", async () => {
    expect((await admin.put(`${path}/1`, stock("Default Stock"))).body).toBe(1);
    expect(await channelsOf(1)).toEqual([website("base"), website("outlet")]);
  });

  it("cannot be deleted", async () => {
    const { status, body } = await admin.delete(`${path}/1`);
    expect([status, body]).toEqual([400, { message: "Default Stock could not be deleted." }]);
  });

  it("is the stock of the administration and of new websites", async () => {
    await app.db.models.website.create({ data: { code: "fresh", name: "Fresh" } });
    expect([await resolve("website", "admin"), await resolve("website", "fresh")]).toEqual([1, 1]);
    await app.db.models.website.delete({ where: { code: "fresh" } });
    expect(await channelsOf(1)).toEqual([website("base"), website("outlet")]);
  });
});

describe("saving a stock", () => {
  it("creates it and returns its id", async () => {
    const { status, body } = await admin.post(path, stock("First"));
    expect([status, body]).toEqual([200, 2]);
    expect((await admin.get(`${path}/2`)).body).toEqual({
      stock_id: 2,
      name: "First",
      extension_attributes: { sales_channels: [] },
    });
  });

  it("creates it with the id that is given, which later ones skip", async () => {
    expect((await admin.put(`${path}/4`, stock("Chosen"))).body).toBe(4);
    expect((await admin.post(path, { stock: { stock_id: 2_147_483_647, name: "Last" } })).body).toBe(2_147_483_647);
    expect([await create("Third"), await create("Fifth")]).toEqual([3, 5]);
    expect((await admin.post(path, { stock: { stock_id: 0, name: "Zero" } })).body).toBe(6);
  });

  it("gives it another name by its id", async () => {
    const id = await create("Before");
    expect((await admin.put(`${path}/${id}`, stock("After"))).body).toBe(id);
    expect((await admin.get(`${path}/${id}`)).body.name).toBe("After");
  });

  it.each([
    [{ name: "" }, [cannotBeEmpty("name")]],
    [{}, [cannotBeEmpty("name")]],
    [
      { name: " ", extension_attributes: { sales_channels: [{ type: "", code: "base" }, { type: "website" }] } },
      [
        cannotBeEmpty("name"),
        cannotBeEmpty("type"),
        cannotBeEmpty("code"),
        { message: 'The website with code "%code" does not exist.', parameters: { code: "" } },
      ],
    ],
    [
      { name: "Elsewhere", extension_attributes: { sales_channels: [website("nowhere")] } },
      [{ message: 'The website with code "%code" does not exist.', parameters: { code: "nowhere" } }],
    ],
  ])("rejects %j with every reason", async (given, errors) => {
    const { status, body } = await admin.post(path, { stock: given });
    expect([status, body]).toEqual(failed(...errors));
  });

  it.each([
    [{ name: "default STOCK" }],
    [{ name: "x".repeat(256) }],
    [{ stock_id: -1, name: "Negative" }],
    [{ name: "Long", extension_attributes: { sales_channels: [{ type: "shop", code: "x".repeat(9000) }] } }],
  ])("cannot store %j", async (given) => {
    const { status, body } = await admin.post(path, { stock: given });
    expect([status, body]).toEqual([400, { message: "Could not save Stock" }]);
  });

  it("creates only one of several stocks with the same name in concurrent calls", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, stock("Race"))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe("the sales channels of a stock", () => {
  it("are replaced by each save; a website that is dropped sells from the default stock", async () => {
    const one = await create("Channels one", [website("outlet"), { type: "shop", code: "berlin" }]);
    expect(await channelsOf(one)).toEqual([{ type: "shop", code: "berlin" }, website("outlet")]);
    expect(await channelsOf(1)).toEqual([website("base")]);
    const other = await create("Channels other", [website("outlet"), { type: "shop", code: "berlin" }]);
    expect(await channelsOf(one)).toEqual([]);
    expect(await resolve("shop", "berlin")).toBe(other);
    await admin.put(`${path}/${other}`, stock("Channels other"));
    expect(await channelsOf(1)).toEqual([website("base"), website("outlet")]);
    expect(await resolve("shop", "berlin")).toEqual([404, { message: "No linked stock found" }]);
  });

  it("follow a website whose code changes", async () => {
    const id = await create("Follower", [website("outlet")]);
    await app.db.models.website.update({ where: { code: "outlet" }, data: { code: "renamed" } });
    expect(await channelsOf(id)).toEqual([website("renamed")]);
    expect(await resolve("website", "renamed")).toBe(id);
    expect(await resolve("website", "outlet")).toEqual([404, { message: "No linked stock found" }]);
    await app.db.models.website.update({ where: { code: "renamed" }, data: { code: "outlet" } });
    await admin.put(`${path}/${id}`, stock("Follower"));
  });

  it("belong to one stock when two are saved concurrently", async () => {
    const ids = [await create("Rival one"), await create("Rival two")];
    await Promise.all(ids.map((id) => admin.put(`${path}/${id}`, stock(`Rival ${id}`, [website("outlet")]))));
    const owners = (await Promise.all(ids.map(channelsOf))).filter((channels) => channels.length > 0);
    expect(owners).toEqual([[website("outlet")]]);
    for (const id of ids) await admin.put(`${path}/${id}`, stock(`Rival ${id}`));
  });

  it("are saved once each when a request has 16,500 with duplicates", async () => {
    const channels = Array.from({ length: 16_500 }, (_, at) => ({ type: "shop", code: `s${at % 15_000}` }));
    const id = await create("Many", channels);
    expect(await channelsOf(id)).toHaveLength(15_000);
  });
});

describe("a stock", () => {
  it("answers 404 if it does not exist", async () => {
    const read = await admin.get(`${path}/999`);
    expect([read.status, read.body]).toEqual([
      404,
      { message: 'Stock with id "%value" does not exist.', parameters: { value: 999 } },
    ]);
    const deleted = await admin.delete(`${path}/999`);
    expect([deleted.status, deleted.body]).toEqual([
      404,
      {
        message: 'There is no stock with "%fieldValue" for "%fieldName". Verify and try again.',
        parameters: { fieldName: "stock_id", fieldValue: 999 },
      },
    ]);
    expect((await admin.get(`${path}/abc`)).status).toBe(400);
  });

  it("is deleted once no channel sells from it", async () => {
    const id = await create("Closing", [website("outlet")]);
    const refused = await admin.delete(`${path}/${id}`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: "Stock has at least one sale channel and could not be deleted." },
    ]);
    await admin.put(`${path}/${id}`, stock("Closing"));
    const { status, body } = await admin.delete(`${path}/${id}`);
    expect([status, body]).toEqual([200, []]);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  });

  it("is found by id and name", async () => {
    const { body } = await admin.get(`${path}?${search([["name", "DEFAULT stock"]])}`);
    expect([body.total_count, body.items[0].stock_id]).toEqual([1, 1]);
    expect((await admin.get(`${path}?${search([["stock_id", "1"]])}`)).body.items).toEqual(body.items);
    expect((await admin.get(`${path}?${search([["code", "a"]])}`)).status).toBe(400);
    expect((await admin.get(path)).body.total_count).toBeGreaterThan(1);
  });

  it("needs the permission of its route", async () => {
    const reader = await app.asAdmin(["Magento_InventoryApi::stock"]);
    const refused = [
      [await reader.post(path, stock("X")), "Magento_InventoryApi::stock_edit"],
      [await reader.put(`${path}/1`, stock("X")), "Magento_InventoryApi::stock_edit"],
      [await reader.delete(`${path}/2`), "Magento_InventoryApi::stock_delete"],
      [await reader.get("/V1/inventory/stock-resolver/website/base"), "Magento_InventorySalesApi::stock"],
      [await (await app.asAdmin(["Magento_InventoryApi::source"])).get(path), "Magento_InventoryApi::stock"],
      [await app.asGuest().get(`${path}/1`), "Magento_InventoryApi::stock"],
    ] as const;
    for (const [{ status, body }, resources] of refused)
      expect([status, body.parameters]).toEqual([401, { resources }]);
  });

  it("is saved and deleted over GraphQL", async () => {
    const mutation = "mutation ($stock: InventoryStockInput!) { saveInventoryStock(stock: $stock) }";
    const { body } = await admin.graphql(mutation, stock("GraphQL", [{ type: "shop", code: "graphql" }]));
    const id = body.data.saveInventoryStock as number;
    const found = await admin.graphql(
      '{ stockOfSalesChannel(type: "shop", code: "graphql") { stock_id extension_attributes { sales_channels { code } } } }',
    );
    expect(found.body.data.stockOfSalesChannel).toEqual({
      stock_id: id,
      extension_attributes: { sales_channels: [{ code: "graphql" }] },
    });
    await admin.graphql(mutation, { stock: { stock_id: id, name: "GraphQL" } });
    const deleted = await admin.graphql(`mutation { deleteInventoryStock(stockId: ${id}) }`);
    expect(deleted.body).toEqual({ data: { deleteInventoryStock: null } });
  });
});
