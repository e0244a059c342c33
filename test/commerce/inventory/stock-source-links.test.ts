import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const path = "/V1/inventory/stock-source-links";
const { app, admin } = useApp();
let stockId: number;

beforeAll(async () => {
  stockId = (await admin.post("/V1/inventory/stocks", { stock: { name: "Europe" } })).body;
  for (const code of ["berlin", "Paris", "rome"]) {
    const source = { source_code: code, name: code, postcode: "1", country_id: "DE", enabled: code !== "rome" };
    await admin.post("/V1/inventory/sources", { source });
  }
});

const link = (source_code: string, priority: number, stock_id = stockId) => ({ stock_id, source_code, priority });
const save = (...links: object[]) => admin.post(path, { links });
const remove = (...links: object[]) => admin.post(`${path}-delete`, { links });
const linksOf = async (id: number) => {
  const { body } = await admin.get(`${path}?${search([["stock_id", String(id)]])}`);
  return (body.items as { source_code: string; priority: number }[]).map((item) => [item.source_code, item.priority]);
};
const failed = (...errors: object[]) => [400, { message: "Validation Failed", errors }];
const protectedLink = { message: "Can not save link related to Default Source or Default Stock", parameters: [] };

describe("links of stocks and sources", () => {
  it("include only one in a new installation, between the default stock and the default source", async () => {
    const { body } = await admin.get(`${path}?searchCriteria`);
    expect(body.items).toEqual([{ stock_id: 1, source_code: "default", priority: 1 }]);
  });

  it("are created, and change their priority; the last duplicate wins", async () => {
    const { status, body } = await save(link("berlin", 2), link("paris", 1));
    expect([status, body]).toEqual([200, []]);
    expect(await linksOf(stockId)).toEqual([
      ["berlin", 2],
      ["Paris", 1],
    ]);
    await save(link("Berlin", 7), link("BERLIN", 3), link("rome", 3));
    expect(await linksOf(stockId)).toEqual([
      ["berlin", 3],
      ["Paris", 1],
      ["rome", 3],
    ]);
  });

  it("order the sources of a stock, including disabled ones", async () => {
    const address = "/V1/inventory/get-sources-assigned-to-stock-ordered-by-priority";
    const { status, body } = await admin.get(`${address}/${stockId}`);
    const codes = body.map(({ source_code, enabled }: { source_code: string; enabled: boolean }) => [
      source_code,
      enabled,
    ]);
    expect([status, codes]).toEqual([
      200,
      [
        ["Paris", true],
        ["berlin", true],
        ["rome", false],
      ],
    ]);
    expect((await admin.get(`${address}/999`)).body).toEqual([]);
    const refused = await admin.get(`${address}/abc`);
    const message = 'The "abc" value\'s type is invalid. The "int" type was expected. Verify and try again.';
    expect([refused.status, refused.body]).toEqual([400, { message }]);
  });

  it("are rejected with every reason", async () => {
    const { status, body } = await save(
      { stock_id: stockId, source_code: " ", priority: 0 },
      { source_code: "berlin" },
    );
    const priority = { message: '"%field" should be greater then 0.', parameters: { field: "priority" } };
    expect([status, body]).toEqual(
      failed(
        { message: '"%field" can not be empty.', parameters: { field: "source_code" } },
        { message: '"%field" can not contain whitespaces.', parameters: { field: "source_code" } },
        priority,
        { message: '"%field" can not be empty.', parameters: { field: "stock_id" } },
        priority,
      ),
    );
  });

  it("are rejected for the default stock or the default source, except the one between them", async () => {
    for (const given of [link("berlin", 1, 1), link("default", 1), link("DEFAULT", 1)]) {
      const { status, body } = await save(given);
      expect([status, body]).toEqual(failed(protectedLink));
    }
    expect((await save(link("default", 1, 1))).status).toBe(200);
  });

  it.each([
    ["stock", () => link("berlin", 1, 999)],
    ["source", () => link("nowhere", 1)],
  ])("are not saved if one has an unknown %s", async (_what, unknown) => {
    await remove(link("rome", 1));
    const { status, body } = await save(link("rome", 9), unknown());
    expect([status, body]).toEqual([400, { message: "Could not save StockSourceLinks" }]);
    expect((await linksOf(stockId)).map(([code]) => code)).not.toContain("rome");
  });

  it("are removed, and unknown ones are ignored", async () => {
    await save(link("rome", 3));
    const { status, body } = await remove(link("ROME", 1), link("nowhere", 1), link("berlin", 1, 999));
    expect([status, body]).toEqual([200, []]);
    expect((await linksOf(stockId)).map(([code]) => code)).toEqual(["berlin", "Paris"]);
  });

  it("are not removed from the default stock or the default source", async () => {
    const message = "Can not delete link related to Default Source or Default Stock";
    for (const given of [link("default", 1, 1), link("berlin", 1, 1), link("Default", 1)]) {
      const { status, body } = await remove(link("berlin", 1), given);
      expect([status, body]).toEqual([400, { message }]);
    }
    expect(await linksOf(stockId)).toContainEqual(["berlin", 3]);
  });

  it("cannot be saved or removed as an empty list", async () => {
    for (const reply of [await save(), await remove()]) {
      expect([reply.status, reply.body]).toEqual([400, { message: "Input data is empty" }]);
    }
  });

  it("can number 100,000 in one call", async () => {
    const links = Array.from({ length: 100_000 }, (_, at) => link("rome", 1 + (at % 5)));
    expect((await save(...links)).status).toBe(200);
    expect((await remove(...links)).status).toBe(200);
  });

  it("are searched by criteria, which are required", async () => {
    const { status, body } = await admin.get(path);
    expect([status, body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "searchCriteria" } },
    ]);
    const found = await admin.get(
      `${path}?${search([
        ["source_code", "PARIS"],
        ["priority", "1"],
        ["link_id", "0", "gt"],
      ])}`,
    );
    expect(found.body.items).toEqual([{ stock_id: stockId, source_code: "Paris", priority: 1 }]);
  });

  it("are removed with their stock", async () => {
    const id = (await admin.post("/V1/inventory/stocks", { stock: { name: "Short" } })).body as number;
    await save(link("berlin", 1, id));
    await admin.delete(`/V1/inventory/stocks/${id}`);
    expect(await linksOf(id)).toEqual([]);
  });

  it("need their permission", async () => {
    const other = await app.asAdmin(["Magento_InventoryApi::stock"]);
    const links = [link("berlin", 1)];
    for (const reply of [
      await other.get(`${path}?searchCriteria`),
      await other.post(path, { links }),
      await other.post(`${path}-delete`, { links }),
    ]) {
      expect([reply.status, reply.body.parameters]).toEqual([
        401,
        { resources: "Magento_InventoryApi::stock_source_link" },
      ]);
    }
  });

  it("are saved over GraphQL", async () => {
    const mutation = "mutation ($links: [StockSourceLinkInput!]!) { saveStockSourceLinks(links: $links) }";
    const { body } = await admin.graphql(mutation, { links: [link("rome", 4)] });
    expect(body).toEqual({ data: { saveStockSourceLinks: null } });
    expect(await linksOf(stockId)).toContainEqual(["rome", 4]);
  });
});
