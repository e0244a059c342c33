import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { search } from "../../support/client.js";

const path = "/V1/inventory/sources";
const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const source = (source_code: string, more: object = {}) => ({
  source_code,
  name: `Source ${source_code}`,
  postcode: "12345",
  country_id: "DE",
  ...more,
});
const save = (given: object) => admin.post(path, { source: given });
const read = async (code: string) => (await admin.get(`${path}/${code}`)).body;
const cannotBeEmpty = (field: string) => ({ message: '"%field" can not be empty.', parameters: { field } });
const noWhitespace = {
  message: '"%field" can not contain whitespaces.',
  parameters: { field: "source_code" },
};
const failed = (...errors: object[]) => [400, { message: "Validation Failed", errors }];
const couldNotSave = [400, { message: "Could not save Source" }];

describe("the default source", () => {
  it("exists in a new installation", async () => {
    const { status, body } = await admin.get(path);
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            source_code: "default",
            name: "Default Source",
            enabled: true,
            description: "Default Source",
            latitude: 0,
            longitude: 0,
            country_id: "US",
            postcode: "00000",
            use_default_carrier_config: true,
            carrier_links: [],
            extension_attributes: { is_pickup_location_active: false, frontend_name: "Default Source" },
          },
        ],
        search_criteria: { filter_groups: [] },
        total_count: 1,
      },
    ]);
  });

  it.each([
    ["omitted", {}],
    ["false", { enabled: false }],
    ["null", { enabled: null }],
  ])("cannot be disabled, even if enabled is %s", async (_how, more) => {
    const { status, body } = await save(source("default", more));
    expect([status, body]).toEqual(failed({ message: "Default source can not be disabled.", parameters: [] }));
    const inAnyCase = await save(source("DEFAULT", more));
    expect(inAnyCase.status).toBe(400);
  });

  it("cannot be a pickup location", async () => {
    const pickup = {
      enabled: true,
      city: "B",
      street: "S",
      phone: "1",
      extension_attributes: { is_pickup_location_active: true },
    };
    const { status, body } = await save(source("default", pickup));
    const message = "The Default Source can not be used for In-Store Pickup Delivery.";
    expect([status, body]).toEqual(failed({ message, parameters: [] }));
  });
});

describe("saving a source", () => {
  it("creates it, and returns an empty list", async () => {
    const given = source("berlin", {
      email: "a@example.com",
      contact_name: "A",
      enabled: false,
      description: "Main warehouse",
      latitude: 52.520008,
      longitude: 13.404954,
      region_id: 82,
      region: "Berlin",
      city: "Berlin",
      street: "Torstraße 1",
      phone: "1",
      fax: "2",
      use_default_carrier_config: false,
      carrier_links: [],
      extension_attributes: { is_pickup_location_active: true, frontend_name: "Shop", frontend_description: "Open" },
    });
    const { status, body } = await save(given);
    expect([status, body]).toEqual([200, []]);
    expect(await read("berlin")).toEqual({ ...given, use_default_carrier_config: true });
    expect(await read("BERLIN")).toEqual(await read("berlin"));
  });

  it("changes the given fields of an existing one, by POST, and by PUT with the code in the path", async () => {
    await save(source("changed", { city: "Bonn", latitude: 1.5 }));
    const put = await admin.put(`${path}/changed`, {
      source: { ...source("changed"), source_code: undefined, phone: "5" },
    });
    expect([put.status, put.body]).toEqual([200, []]);
    await save({ ...source("CHANGED"), name: "New name" });
    expect(await read("changed")).toMatchObject({
      source_code: "changed",
      name: "New name",
      city: "Bonn",
      phone: "5",
      latitude: 1.5,
      enabled: true,
    });
    await save(source("changed", { city: null, latitude: null }));
    const body = await read("changed");
    expect([body.city, body.latitude]).toEqual([undefined, undefined]);
  });

  it("resets extension attributes that are omitted", async () => {
    const pickup = { is_pickup_location_active: true, frontend_name: "Shop", frontend_description: "Open" };
    await save(source("pickup", { city: "B", street: "S", phone: "1", extension_attributes: pickup }));
    await save(source("pickup"));
    expect((await read("pickup")).extension_attributes).toEqual({
      is_pickup_location_active: false,
      frontend_name: "Source pickup",
    });
  });

  it.each(["name", "source_code", "postcode", "country_id"])("needs a %s", async (field) => {
    for (const value of [undefined, null, "", ...(field === "source_code" ? [] : ["  "])]) {
      const { status, body } = await save(source("needy", { [field]: value }));
      expect([status, body]).toEqual(failed(cannotBeEmpty(field)));
    }
  });

  it("reports every rule that is broken", async () => {
    const { status, body } = await save({ source_code: " ", carrier_links: [{ carrier_code: "ups" }] });
    expect([status, body]).toEqual(
      failed(
        cannotBeEmpty("name"),
        cannotBeEmpty("source_code"),
        noWhitespace,
        cannotBeEmpty("postcode"),
        cannotBeEmpty("country_id"),
        {
          message: `You can't configure "%field" because you have chosen Global Shipping configuration.`,
          parameters: { field: "carrier_links" },
        },
      ),
    );
  });

  it.each(["two words", "tab\there", "line\nbreak"])("rejects the code %j", async (code) => {
    const { status, body } = await save(source(code, { name: "White" }));
    expect([status, body]).toEqual(failed(noWhitespace));
  });

  it.each(["${path}", "a$:{x}", "${}"])("rejects %j as code and as name", async (text) => {
    const refused = failed({ message: "Validation Failed", parameters: [] });
    const byCode = await save(source(text, { name: "Variable" }));
    expect([byCode.status, byCode.body]).toEqual(refused);
    const byName = await save(source("variable", { name: text }));
    expect([byName.status, byName.body]).toEqual(refused);
  });

  it("rejects a pickup location without city, street or phone", async () => {
    const { status, body } = await save(source("shop", { extension_attributes: { is_pickup_location_active: true } }));
    const message = '"%field" can not be empty for Pickup Location.';
    const errors = ["city", "street", "phone"].map((field) => ({ message, parameters: { field } }));
    expect([status, body]).toEqual(failed(...errors));
  });

  it.each([
    { name: "default SOURCE" },
    { name: "x".repeat(256) },
    { city: "x".repeat(256) },
    { country_id: "DEU" },
    { latitude: 100 },
    { longitude: "-1000" },
    { region_id: -1 },
  ])("cannot store %j", async (more) => {
    const { status, body } = await save(source("stored", more));
    expect([status, body]).toEqual(couldNotSave);
    expect((await admin.get(`${path}/stored`)).status).toBe(404);
  });

  it("does not check whether country, region and coordinates exist", async () => {
    const given = { country_id: "UK", region_id: 999_999, latitude: 99, email: "nobody" };
    expect((await save(source("unchecked", given))).body).toEqual([]);
  });

  it("creates only one source in concurrent calls", async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => save(source("race"))));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(replies.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect((await admin.get(`${path}?${search([["source_code", "race"]])}`)).body.total_count).toBe(1);
  });

  it("works in bulk, in the order of acceptance, and has no result", async () => {
    const elements = Array.from({ length: 3 }, (_, at) => ({ source: source("bulk", { city: `City ${at}` }) }));
    const detail = await waitForBulk(admin, await admin.post("/async/bulk/V1/inventory/sources", elements));
    expect(
      detail.operations_list.map(({ status, result_serialized_data }) => [status, result_serialized_data]),
    ).toEqual(elements.map(() => [1, null]));
    expect((await read("bulk")).city).toBe("City 2");
  });
});

describe("a source", () => {
  it("answers 404 if it does not exist", async () => {
    const { status, body } = await admin.get(`${path}/nowhere`);
    const message = 'Source with code "%value" does not exist.';
    expect([status, body]).toEqual([404, { message, parameters: { value: "nowhere" } }]);
  });

  it.each([
    [[["source_code", "BERLIN"]], ["berlin"]],
    [[["enabled", "0"]], ["berlin"]],
    [
      [
        ["latitude", "50", "gt"],
        ["latitude", "60", "lt"],
      ],
      ["berlin"],
    ],
    [[["city", "ber%", "like"]], ["berlin"]],
    [[["region_id", "82"]], ["berlin"]],
  ] as const)("is found by %j", async (filters, codes) => {
    const { body } = await admin.get(`${path}?${search(filters)}`);
    expect(body.items.map((item: { source_code: string }) => item.source_code)).toEqual(codes);
  });

  it("cannot be searched by a field that sources do not have", async () => {
    expect((await admin.get(`${path}?${search([["sku", "a"]])}`)).status).toBe(400);
  });

  it("needs the permission of its route", async () => {
    const reader = await app.asAdmin(["Magento_InventoryApi::source"]);
    expect((await reader.get(path)).status).toBe(200);
    const refused = [
      await reader.post(path, { source: source("x") }),
      await reader.put(`${path}/x`, { source: source("x") }),
    ];
    for (const reply of refused) {
      expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_InventoryApi::source_edit" }]);
    }
    const others = await app.asAdmin(["Magento_InventoryApi::stock"]);
    for (const address of [
      path,
      `${path}/default`,
      "/V1/inventory/get-sources-assigned-to-stock-ordered-by-priority/1",
    ]) {
      expect((await others.get(address)).status).toBe(401);
      expect((await app.asGuest().get(address)).status).toBe(401);
    }
  });

  it("is saved and read over GraphQL", async () => {
    const mutation = "mutation ($source: InventorySourceInput!) { saveInventorySource(source: $source) }";
    const saved = await admin.graphql(mutation, { source: source("graphql", { latitude: "1.25" }) });
    expect(saved.body).toEqual({ data: { saveInventorySource: null } });
    const { body } = await admin.graphql(
      '{ inventorySource(sourceCode: "graphql") { name latitude carrier_links { carrier_code } } }',
    );
    expect(body.data.inventorySource).toEqual({ name: "Source graphql", latitude: 1.25, carrier_links: [] });
    const refused = await admin.graphql(mutation, { source: source("default") });
    expect(refused.body.errors[0].message).toBe("Validation Failed");
  });
});
