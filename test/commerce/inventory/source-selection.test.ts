import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStock, setSourceItems, withStockSetting } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let stockId: number;

const path = "/V1/inventory/source-selection-algorithm-result";
const places = {
  lyon: { latitude: 45.7485, longitude: 4.8467 },
  paris: { latitude: 48.8566, longitude: 2.3522 },
  hamburg: { latitude: 53.5511, longitude: 9.9937 },
};

beforeAll(async () => {
  stockId = await addStock(admin, "Europe", "lyon", "paris", "hamburg", "closed");
  for (const [code, place] of Object.entries(places)) await saveSource(code, place);
  await saveSource("closed", { enabled: false });
  await setSourceItems(
    app.db,
    { sku: "Lamp", source: "lyon", quantity: 5 },
    { sku: "Lamp", source: "paris", quantity: 3 },
    { sku: "Lamp", source: "hamburg", quantity: 6 },
    { sku: "Lamp", source: "closed", quantity: 50 },
    { sku: "Bulb", source: "lyon", quantity: 9, status: 0 },
    { sku: "Bulb", source: "paris", quantity: -2 },
    { sku: "Bulb", source: "hamburg", quantity: 2.5 },
  );
  await app.db.models.inventoryGeoname.create({
    data: {
      country_code: "DE",
      postcode: "10115",
      city: "Berlin",
      region: "Land Berlin",
      province: "00",
      latitude: "52.52",
      longitude: "13.405",
    },
  });
});

const saveSource = (code: string, values: object) =>
  admin.put(`/V1/inventory/sources/${code}`, {
    source: { source_code: code, name: code, postcode: "1", country_id: "XX", enabled: true, ...values },
  });
const berlin = { country: "DE", postcode: "10115", street: "Allee 1", region: "Berlin", city: "Berlin" };
const select = (items: object[], algorithmCode: string, address?: object) =>
  admin.post(path, {
    inventoryRequest: {
      stock_id: stockId,
      items,
      ...(address ? { extension_attributes: { destination_address: address } } : {}),
    },
    algorithmCode,
  });
interface Item {
  readonly source_code: string;
  readonly sku: string;
  readonly qty_to_deduct: number;
  readonly qty_available: number;
}
/** The proposal as `source to deduct/available`. */
function rowsOf({ status, body }: { readonly status: number; readonly body: unknown }) {
  const { source_selection_items: items, shippable } = body as { source_selection_items: Item[]; shippable: boolean };
  expect(status).toBe(200);
  return [items.map((item) => `${item.source_code} ${item.qty_to_deduct}/${item.qty_available}`), shippable];
}
const lamps = (qty: number) => [{ sku: "lamp", qty }];
const offline = (work: () => Promise<void>) =>
  withStockSetting(app.db, ["source_selection_distance_based/provider", "offline"], work);

describe("source selection", () => {
  it("lists its algorithms", async () => {
    const { status, body } = await admin.get("/V1/inventory/source-selection-algorithm-list");
    expect([status, body]).toEqual([
      200,
      [
        {
          code: "distance",
          title: "Distance Priority",
          description: "Algorithm which provides Source Selections based on shipping address distance from the source",
        },
        {
          code: "priority",
          title: "Source Priority",
          description: "Algorithm which provides Source Selections based on predefined priority of Source",
        },
      ],
    ]);
  });

  it("takes quantities in stock at enabled sources by priority, and lists sources from which it takes nothing", async () => {
    expect(rowsOf(await select(lamps(8), "priority"))).toEqual([["lyon 5/5", "paris 3/3", "hamburg 0/6"], true]);
    expect(rowsOf(await select(lamps(20), "priority"))).toEqual([["lyon 5/5", "paris 3/3", "hamburg 6/6"], false]);
    expect(rowsOf(await select([{ sku: "BULB", qty: 2 }], "priority"))).toEqual([
      ["paris 0/-2", "hamburg 2/2.5"],
      true,
    ]);
  });

  it("uses the last quantity of a SKU that occurs twice, and returns the sources in their order", async () => {
    const { body } = await select([...lamps(1), { sku: "bulb", qty: 1 }, { sku: "LAMP", qty: 6 }], "priority");
    expect(body).toEqual({
      source_selection_items: [
        { source_code: "lyon", sku: "Lamp", qty_to_deduct: 5, qty_available: 5 },
        { source_code: "paris", sku: "Lamp", qty_to_deduct: 1, qty_available: 3 },
        { source_code: "paris", sku: "Bulb", qty_to_deduct: 0, qty_available: -2 },
        { source_code: "hamburg", sku: "Lamp", qty_to_deduct: 0, qty_available: 6 },
        { source_code: "hamburg", sku: "Bulb", qty_to_deduct: 1, qty_available: 2.5 },
      ],
      shippable: true,
    });
  });

  it("takes by distance from the nearest source first", async () => {
    await offline(async () => {
      expect(rowsOf(await select(lamps(8), "distance", berlin))).toEqual([
        ["hamburg 6/6", "paris 2/3", "lyon 0/5"],
        true,
      ]);
    });
  });

  it("locates a source that is saved without coordinates, if its address is known", async () => {
    await offline(async () => {
      await saveSource("somewhere", { country_id: "DE", city: "Berl" });
      const found = (await admin.get("/V1/inventory/sources/somewhere")).body;
      expect([Math.round(found.latitude), Math.round(found.longitude)]).toEqual([53, 13]);
      await saveSource("nowhere", { country_id: "DE", city: "Nowhere" });
      expect((await admin.get("/V1/inventory/sources/nowhere")).body.latitude).toBeUndefined();
    });
  });

  it("puts a source without a distance last, and uses the priority if no source has a distance", async () => {
    await offline(async () => {
      await saveSource("hamburg", { latitude: 0, longitude: 0, city: "Nowhere" });
      expect(rowsOf(await select(lamps(8), "distance", berlin))).toEqual([
        ["paris 3/3", "lyon 5/5", "hamburg 0/6"],
        true,
      ]);
      await saveSource("hamburg", { latitude: 0, longitude: 0, country_id: "DE", city: "Berl" });
      expect(rowsOf(await select(lamps(1), "distance", berlin))[0]).toEqual(["hamburg 1/6", "paris 0/3", "lyon 0/5"]);
      await saveSource("hamburg", places.hamburg);
      const unknown = { ...berlin, country: "ZZ" };
      expect(rowsOf(await select(lamps(1), "distance", unknown))[0]).toEqual(["lyon 1/5", "paris 0/3", "hamburg 0/6"]);
    });
    // Google without a key knows no distance.
    expect(rowsOf(await select(lamps(1), "distance", berlin))[0]).toEqual(["lyon 1/5", "paris 0/3", "hamburg 0/6"]);
  });

  it("proposes nothing for an unknown stock", async () => {
    const inventoryRequest = { stock_id: 999, items: lamps(1) };
    expect(rowsOf(await admin.post(path, { inventoryRequest, algorithmCode: "priority" }))).toEqual([[], false]);
  });

  it("rejects an unknown algorithm, and distance without an address", async () => {
    const unknown = await select(lamps(1), "cheapest");
    const message = "There is no such Source Selection Algorithm implemented: %1";
    expect([unknown.status, unknown.body]).toEqual([400, { message, parameters: ["cheapest"] }]);
    const nowhere = await select(lamps(1), "distance");
    expect([nowhere.status, nowhere.body]).toEqual([
      400,
      { message: "No destination address was provided in the request" },
    ]);
  });

  it("works asynchronously and over GraphQL", async () => {
    const inventoryRequest = { stock_id: stockId, items: lamps(2) };
    const accepted = await admin.post("/async/V1/inventory/source-selection-algorithm-result", {
      inventoryRequest,
      algorithmCode: "priority",
    });
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations.map(({ status }) => status)).toEqual([1]);
    const { body } = await admin.graphql(
      `query ($request: InventoryRequestInput!) {
        selectSources(inventoryRequest: $request, algorithmCode: "priority") {
          shippable source_selection_items { source_code qty_to_deduct } } }`,
      { request: inventoryRequest },
    );
    expect(body.data.selectSources.source_selection_items[0]).toEqual({ source_code: "lyon", qty_to_deduct: 2 });
  });
});
