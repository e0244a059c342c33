import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";

const path = "/V1/taxRates";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Tax::manage_tax"]);
});

const rateOf = (code: string, more: object = {}) => ({
  tax_country_id: "US",
  tax_region_id: 12,
  tax_postcode: "*",
  rate: 8.2501,
  code,
  ...more,
});
const create = async (code: string, more: object = {}) =>
  (await admin.post(path, { taxRate: rateOf(code, more) })).body as { id: number; code: string };
const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const invalid = (fieldName: string, value: string | number | null) => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

describe("tax rates", () => {
  it("include California and New York in a new installation", async () => {
    const { status, body } = await admin.get(`${path}/2`);
    expect([status, body]).toEqual([
      200,
      {
        id: 2,
        tax_country_id: "US",
        tax_region_id: 43,
        region_name: "NY",
        tax_postcode: "*",
        rate: 8.375,
        code: "US-NY-*-Rate 1",
        titles: [],
      },
    ]);
    expect((await admin.get(`${path}/1`)).body).toMatchObject({ region_name: "CA", rate: 8.25 });
  });

  it("require the tax resource for each of the five routes", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Catalog::catalog"])]) {
      const replies = [
        await client.get(`${path}/2`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { taxRate: rateOf("X") }),
        await client.put(path, { taxRate: rateOf("X") }),
        await client.delete(`${path}/2`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Tax::manage_tax" }]);
      }
    }
  });

  it("are created and read back", async () => {
    const { status, body } = await admin.post(path, { taxRate: rateOf("Created", { rate: "8.2501" }) });
    expect([status, body]).toEqual([
      200,
      { ...rateOf("Created"), id: expect.any(Number) as number, region_name: "CA", titles: [] },
    ]);
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it("answer the titles as they were sent, and store an empty text for a title without one", async () => {
    const titles = [{ store_id: "1" }, {}];
    const { id, ...answer } = (await create("Untitled", { titles })) as { id: number; titles?: object[] };
    const missing = [
      { store_id: "1", value: null },
      { store_id: null, value: null },
    ];
    expect(answer.titles).toEqual(missing);
    expect((await admin.get(`${path}/${id}`)).body.titles).toEqual([{ store_id: "1", value: "" }]);
  });

  it("can be zero, and are stored with four decimal places, but answered as sent", async () => {
    expect(await create("Zero", { rate: "0.0" })).toMatchObject({ rate: 0 });
    const long = await create("Long", { rate: "7.123456" });
    expect(long).toMatchObject({ rate: 7.123456 });
    expect((await admin.get(`${path}/${long.id}`)).body).toMatchObject({ rate: 7.1235 });
    expect(await create("Exponent", { rate: 1e-3 })).toMatchObject({ rate: 0.001 });
  });

  it("apply to a range of postal codes, which is also shown as the postal code", async () => {
    const range = { zip_is_range: 1, zip_from: 17, zip_to: 25 };
    const { id } = await create("Range", { ...range, tax_postcode: undefined });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ ...range, tax_postcode: "17-25" });
    const { body } = await admin.put(path, { taxRate: rateOf("Range", { id, zip_is_range: 0, zip_from: 17 }) });
    expect(body).toEqual({ ...rateOf("Range"), id, region_name: "CA", titles: [] });
  });

  it("keep wildcards, and truncate postal codes to ten characters", async () => {
    expect(await create("Wild", { tax_postcode: "900*" })).toMatchObject({ tax_postcode: "900*" });
    expect(await create("Cut", { tax_postcode: "1234567890ABC" })).toMatchObject({ tax_postcode: "1234567890" });
  });

  it("apply to the whole country if no region is given", async () => {
    for (const [code, more] of [
      ["No region", { tax_region_id: undefined }],
      ["Region 0", { tax_region_id: 0 }],
      ["Region of another country", { tax_country_id: "BR", tax_region_id: 13 }],
    ] as const) {
      const rate = await create(code, more);
      expect(rate).toMatchObject({ tax_region_id: 0 });
      expect(rate).not.toHaveProperty("region_name");
    }
  });

  it("keep codes unique in concurrent calls", async () => {
    const [one, other] = [await create("One at once"), await create("Other at once")];
    const replies = await Promise.all(
      [one, other].map(({ id }, position) =>
        admin.put(path, { taxRate: rateOf(position === 0 ? "Wanted twice" : "WANTED TWICE", { id }) }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({
      message: "%1 already exists.",
      parameters: ["Code"],
    });
  });

  it("are replaced as a whole, including the case of the code", async () => {
    const { id } = await create("Old");
    const taxRate = { id, tax_country_id: "US", tax_region_id: 43, tax_postcode: "07400", code: "OLD", rate: 3.456 };
    const { status, body } = await admin.put(path, { taxRate });
    expect([status, body]).toEqual([200, { ...taxRate, region_name: "NY", titles: [] }]);
  });

  const rangeTo = { message: "Range To should be equal or greater than Range From.", parameters: [] };

  it.each([
    [{ tax_country_id: "" }, required("country_id")],
    [{ tax_country_id: "XX" }, invalid("country_id", "XX")],
    [{ tax_region_id: 99999 }, invalid("region_id", 99999)],
    [{ rate: undefined }, required("percentage_rate")],
    [{ rate: -1 }, required("percentage_rate")],
    [{ rate: "1e20" }, invalid("percentage_rate", "1e20")],
    [{ code: " " }, required("code")],
    [{ code: "x".repeat(9000) }, invalid("code", "x".repeat(9000))],
    [{ tax_postcode: "" }, required("postcode")],
    [{ zip_is_range: 1, zip_to: 5 }, invalid("zip_from", null)],
    [{ zip_is_range: 1, zip_from: 5, zip_to: 4 }, { message: rangeTo.message }],
    [{ zip_is_range: 1, zip_from: 1, zip_to: 1000000000 }, { message: "Maximum zip code length is 9." }],
    [{ titles: [{ store_id: "77", value: "Tax" }] }, invalid("store_id", "77")],
    [{ titles: [{ store_id: "x", value: "Tax" }] }, invalid("store_id", "x")],
  ])("are rejected with %j", async (more, body) => {
    const reply = await admin.post(path, { taxRate: rateOf("Refused", more) });
    expect([reply.status, reply.body]).toEqual([400, body]);
    expect((await admin.get(`${path}/search?${search([["code", "Refused"]])}`)).body.total_count).toBe(0);
  });

  it("are rejected with all reasons together", async () => {
    const { status, body } = await admin.post(path, { taxRate: { rate: "0" } });
    expect([status, body]).toEqual([
      400,
      {
        message: "One or more input exceptions have occurred.",
        errors: [required("country_id"), required("code"), required("postcode")],
      },
    ]);
  });

  it("are rejected with the broken rules of a range, with null for an absent end", async () => {
    const taxRate = rateOf("Refused", { zip_is_range: 1, zip_from: 200 });
    const { status, body } = await admin.post(path, { taxRate });
    expect([status, body.errors]).toEqual([400, [invalid("zip_to", null), rangeTo]]);
  });

  it("are rejected with a code that another rate has, ignoring case", async () => {
    const taken = { message: "%1 already exists.", parameters: ["Code"] };
    const created = await admin.post(path, { taxRate: rateOf("us-ca-*-rate 1") });
    expect([created.status, created.body]).toEqual([400, taken]);
    const { id } = await create("Mine");
    const changed = await admin.put(path, { taxRate: rateOf("US-NY-*-Rate 1", { id }) });
    expect([changed.status, changed.body]).toEqual([400, taken]);
    const race = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, { taxRate: rateOf("Race") })));
    expect(race.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it("answer 404 for an unknown id", async () => {
    for (const reply of [
      await admin.get(`${path}/555`),
      await admin.delete(`${path}/555`),
      await admin.put(path, { taxRate: rateOf("Nothing", { id: 555 }) }),
    ]) {
      expect([reply.status, reply.body]).toEqual([
        404,
        {
          message: "No such entity with %fieldName = %fieldValue",
          parameters: { fieldName: "taxRateId", fieldValue: 555 },
        },
      ]);
    }
  });
});

describe("titles of a tax rate", () => {
  it("are kept if absent, and replaced by a list; the last title for a store view wins", async () => {
    const titles = [
      { store_id: "1", value: "First" },
      { store_id: "1", value: "Sales tax" },
    ];
    const { id } = await create("Titled", { titles });
    const read = async () => (await admin.get(`${path}/${id}`)).body.titles as object[];
    expect(await read()).toEqual([{ store_id: "1", value: "Sales tax" }]);
    await admin.put(path, { taxRate: rateOf("Titled", { id }) });
    expect(await read()).toEqual([{ store_id: "1", value: "Sales tax" }]);
    await admin.put(path, { taxRate: rateOf("Titled", { id, titles: [{ store_id: 0, value: "VAT" }] }) });
    expect(await read()).toEqual([{ store_id: "0", value: "VAT" }]);
    await admin.put(path, { taxRate: rateOf("Titled", { id, titles: [] }) });
    expect(await read()).toEqual([]);
  });
});

describe("searching tax rates", () => {
  const found = async (query: string) => {
    const { body } = await admin.get(`${path}/search?${query}`);
    return [body.items.map((item: { code: string }) => item.code), body.total_count] as const;
  };

  beforeAll(async () => {
    for (const [code, tax_postcode, rate] of [
      ["codeCz1", "110 00", 1.1],
      ["codeCz2", "250 00", 2.2],
    ] as const) {
      await create(code, { tax_country_id: "CZ", tax_region_id: undefined, tax_postcode, rate });
    }
  });

  it.each([
    [["code", "CODECZ1"], ["codeCz1"]],
    [["rate", "2.2000"], ["codeCz2"]],
    [
      ["tax_country_id", "CZ"],
      ["codeCz1", "codeCz2"],
    ],
    [["tax_postcode", "250%", "like"], ["codeCz2"]],
    [["tax_region_id", "43"], ["US-NY-*-Rate 1"]],
    [["region_name", "NY"], ["US-NY-*-Rate 1"]],
    [["tax_calculation_rate_id", "2"], ["US-NY-*-Rate 1"]],
  ] as const)("matches %j", async (filter, codes) => {
    const [items] = await found(search([filter, ["code", "OLD", "neq"]]));
    expect(items).toEqual(codes);
  });

  it("sorts and pages", async () => {
    const pageOf = (currentPage: number) =>
      found(
        search([["tax_country_id", "CZ"]], {
          "sortOrders][0][field": "tax_postcode",
          "sortOrders][0][direction": "DESC",
          pageSize: 1,
          currentPage,
        }),
      );
    expect(await pageOf(1)).toEqual([["codeCz2"], 2]);
    expect(await pageOf(2)).toEqual([["codeCz1"], 2]);
  });

  it("rejects an unknown field", async () => {
    expect((await admin.get(`${path}/search?${search([["foo", "1"]])}`)).status).toBe(400);
  });
});

describe("deleting a tax rate", () => {
  it("removes the rate with its titles, unless a tax rule uses it", async () => {
    const { id } = await create("Going", { titles: [{ store_id: "1", value: "Tax" }] });
    const rule = {
      code: "Holds",
      priority: 0,
      position: 0,
      customer_tax_class_ids: [3],
      product_tax_class_ids: [2],
      tax_rate_ids: [id],
    };
    const { body } = await admin.post("/V1/taxRules", { rule });
    const refused = await admin.delete(`${path}/${id}`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: "The tax rate can't be removed because it exists in a tax rule." },
    ]);
    await admin.delete(`/V1/taxRules/${body.id}`);
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    expect(await app.db.query(`select 1 from tax_rate_title where tax_rate_id = $1::int`, [id])).toEqual([]);
  });
});
