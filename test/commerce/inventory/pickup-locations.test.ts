import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { importGeonames } from "../../../src/commerce/inventory/published.js";
import { useApp } from "../../support/app.js";
import { addStock, setSourceItems, withStockSetting } from "./support.js";

const { app, admin } = useApp();
const path = "/V1/inventory/in-store-pickup/pickup-locations";

const locations = {
  munich: {
    latitude: 48.1374,
    longitude: 11.5755,
    country_id: "DE",
    city: "Munich",
    street: "Square 1",
    postcode: "80331",
  },
  berlin: {
    latitude: 52.5208,
    longitude: 13.4094,
    country_id: "DE",
    city: "Berlin",
    street: "Allee 7",
    postcode: "10178",
  },
  paris: { latitude: 48.8566, longitude: 2.3522, country_id: "FR", city: "Paris", street: "Rue 3", postcode: "75001" },
  nowhere: { country_id: "FR", city: "Lyon", street: "Rue 9", postcode: "69001" },
} as const;

const save = (code: string, values: object, more: object = {}) =>
  admin.put(`/V1/inventory/sources/${code}`, {
    source: {
      ...{ source_code: code, name: `Shop ${code}`, enabled: true, phone: "555", ...values },
      extension_attributes: { is_pickup_location_active: true, frontend_name: `In ${code}`, ...more },
    },
  });

beforeAll(async () => {
  const stock = await addStock(admin, "Shops", ...Object.keys(locations), "closed", "warehouse");
  for (const [code, place] of Object.entries(locations)) expect((await save(code, place)).status).toBe(200);
  await save("closed", { ...locations.berlin, enabled: false });
  await save("elsewhere", locations.berlin);
  await save(
    "munich",
    { ...locations.munich, email: "m@example.com", region: "Bayern", region_id: 81 },
    {
      frontend_description: "Behind the church",
    },
  );
  const channels = { sales_channels: [{ type: "website", code: "base" }] };
  await admin.put(`/V1/inventory/stocks/${stock}`, { stock: { name: "Shops", extension_attributes: channels } });
  await setSourceItems(
    app.db,
    { sku: "Lamp", source: "munich", quantity: 5 },
    { sku: "Lamp", source: "paris", quantity: 0, status: 0 },
    { sku: "Bulb", source: "munich", quantity: 1 },
    { sku: "Bulb", source: "elsewhere", quantity: 1 },
    { sku: "Lamp", source: "warehouse", quantity: 1 },
  );
  for (const country of ["DE", "FR"]) await importGeonames(app.db, country, join(import.meta.dirname, "geonames"));
});

/** Searches as a guest, with parts of the query such as `[area][radius]`. */
const ask = (parts: Readonly<Record<string, string>>) => {
  const all = { "[scopeCode]": "base", ...parts };
  const query = new URLSearchParams(
    Object.entries(all).map(([name, value]): [string, string] => [`searchRequest${name}`, value]),
  );
  return app.asGuest().get(`${path}?${query.toString()}`);
};
const find = async (parts: Readonly<Record<string, string>> = {}) => {
  const { status, body, text } = await ask(parts);
  if (status !== 200) throw new Error(text);
  return body as { items: { pickup_location_code: string }[]; search_request: object; total_count: number };
};
const codes = async (parts?: Readonly<Record<string, string>>) =>
  (await find(parts)).items.map(({ pickup_location_code: code }) => code);
const area = (searchTerm: string, radius: number) => ({
  "[area][searchTerm]": searchTerm,
  "[area][radius]": String(radius),
});
const offline = (work: () => Promise<void>) =>
  withStockSetting(app.db, ["source_selection_distance_based/provider", "offline"], work);

describe("the pickup locations of a website", () => {
  it("are the enabled sources of its stock that are pickup locations, with what customers see of them", async () => {
    const { items, search_request, total_count } = await find();
    expect(items.map((one) => one.pickup_location_code)).toEqual(["berlin", "munich", "nowhere", "paris"]);
    expect(items[1]).toEqual({
      ...locations.munich,
      ...{ pickup_location_code: "munich", name: "In munich", description: "Behind the church" },
      ...{ email: "m@example.com", phone: "555", region: "Bayern", region_id: 81 },
    });
    expect([search_request, total_count]).toEqual([{ current_page: 1, scope_type: "website", scope_code: "base" }, 4]);
  });

  it("are found by each part of their address, by name and by code, all of which must match", async () => {
    expect(await codes({ "[filters][country][value]": "FR" })).toEqual(["nowhere", "paris"]);
    expect(
      await codes({
        "[filters][country][value]": "FR",
        "[filters][city][value]": "Paris,Berlin",
        "[filters][city][conditionType]": "in",
      }),
    ).toEqual(["paris"]);
    expect(await codes({ "[filters][postcode][value]": "10178" })).toEqual(["berlin"]);
    expect(await codes({ "[filters][region][value]": "Bayern", "[filters][regionId][value]": "81" })).toEqual([
      "munich",
    ]);
    expect(await codes({ "[filters][street][value]": "Rue%", "[filters][street][conditionType]": "like" })).toEqual([
      "nowhere",
      "paris",
    ]);
    expect(await codes({ "[filters][name][value]": "In paris" })).toEqual(["paris"]);
    expect(await codes({ "[filters][pickupLocationCode][value]": "elsewhere" })).toEqual([]);
  });

  it("come in pages, in the requested order, and the answer repeats the search", async () => {
    const parts = { "[pageSize]": "3", "[currentPage]": "2", "[sort][0][field]": "pickup_location_code" };
    const { items, search_request, total_count } = await find({
      ...parts,
      "[filters][name][value]": "In%",
      "[filters][name][conditionType]": "like",
    });
    expect([items.map((one) => one.pickup_location_code), total_count]).toEqual([["berlin"], 4]);
    expect(search_request).toEqual({
      ...{ page_size: 3, current_page: 2, scope_type: "website", scope_code: "base" },
      sort: [{ field: "pickup_location_code", direction: "DESC" }],
      filters: { name: { value: "In%", condition_type: "like" } },
    });
  });

  it("are limited to those that have all products, whatever their quantity", async () => {
    const sku = (at: number) => `[extensionAttributes][productsInfo][${at}][sku]`;
    expect(await codes({ [sku(0)]: "lamp" })).toEqual(["munich", "paris"]);
    expect(await codes({ [sku(0)]: "LAMP", [sku(1)]: "Bulb", [sku(2)]: "bulb" })).toEqual(["munich"]);
    expect(await codes({ [sku(0)]: "Lamp", [sku(1)]: "Unknown" })).toEqual([]);
  });

  it("are searched over GraphQL, too", async () => {
    const document = `{ pickupLocations(searchRequest: { scope_code: "base", filters: { city: { value: "Paris" } } }) {
      total_count items { pickup_location_code name } search_request { scope_type current_page } } }`;
    const { body } = await app.asGuest().graphql(document);
    expect(body).toEqual({
      data: {
        pickupLocations: {
          total_count: 1,
          items: [{ pickup_location_code: "paris", name: "In paris" }],
          search_request: { scope_type: "website", current_page: 1 },
        },
      },
    });
  });
});

describe("the pickup locations in an area", () => {
  it("are those within the radius around a city or postal code, the nearest first", async () => {
    await offline(async () => {
      expect(await codes(area("80331:DE", 100))).toEqual(["munich"]);
      expect(await codes(area("80331 : DE", 600))).toEqual(["munich", "berlin"]);
      expect(await codes(area("Paris:FR", 2000))).toEqual(["paris", "munich", "berlin"]);
    });
  });

  it("are ordered by distance or by another field, before they are divided into pages", async () => {
    await offline(async () => {
      const far = { ...area("Paris:FR", 2000), "[sort][0][field]": "distance", "[sort][0][direction]": "DESC" };
      expect(await codes(far)).toEqual(["berlin", "munich", "paris"]);
      const byCity = { ...area("Paris:FR", 2000), "[sort][0][field]": "city", "[sort][0][direction]": "ASC" };
      expect(await codes(byCity)).toEqual(["berlin", "munich", "paris"]);
      const second = await find({ ...area("Paris:FR", 2000), "[pageSize]": "1", "[currentPage]": "2" });
      expect([second.items.map((one) => one.pickup_location_code), second.total_count]).toEqual([["munich"], 3]);
    });
  });

  it("are around a place of the shop's country if the term names none, and a place must be known", async () => {
    await offline(async () => {
      const { status, body } = await ask(area("80331", 100));
      expect([status, body]).toEqual([404, { message: "Unknown geoname for %1", parameters: ["80331 US"] }]);
    });
  });
});

describe("a search for pickup locations", () => {
  it("needs a search, the code of a channel that sells, and a whole area", async () => {
    const without = await app.asGuest().get(path);
    expect([without.status, without.body.parameters]).toEqual([400, { fieldName: "searchRequest" }]);
    const { status, body } = await app.asGuest().get(`${path}?searchRequest[pageSize]=1`);
    expect([status, body.message]).toEqual([400, '"%fieldName" is required. Enter and try again.']);
    const unknown = await ask({ "[scopeCode]": "unknown" });
    expect([unknown.status, unknown.body]).toEqual([404, { message: "No linked stock found" }]);
    expect((await ask({ "[area][radius]": "5" })).status).toBe(400);
  });
});
