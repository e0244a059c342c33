import { type GraphQLArgument, isInputObjectType } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { readerOf } from "../../../src/api/call/arguments/read.js";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";

const argument = {
  name: "value",
  defaultValue: undefined,
  extensions: {},
} as Partial<GraphQLArgument> as GraphQLArgument;
const { app, admin } = useApp();

describe("requests that Magento accepts", () => {
  it.each(["0", "1", "all", "*", '""', "[]", ""])("can have empty criteria: searchCriteria=%s", async (value) => {
    const whole = await admin.get("/V1/taxClasses/search?searchCriteria[pageSize]=100");
    for (const name of ["searchCriteria", "search_criteria"]) {
      const reply = await admin.get(`/V1/taxClasses/search?${name}=${encodeURIComponent(value)}`);
      expect(reply).toMatchObject({ status: 200, body: { items: whole.body.items as unknown } });
    }
  });

  it.each(["//V1/store/websites", "/V1/store/websites//", "//default/V1/store/websites/"])(
    "can have slashes at both ends of the path: /rest%s",
    async (path) => {
      expect((await admin.request(`/rest${path}`)).status).toBe(200);
    },
  );

  it("can name a SKU with a blank as forms do, and one with a plus sign only encoded", async () => {
    for (const sku of ["a b", "a+b"]) {
      const product = { sku, name: sku, price: 1, attribute_set_id: 4, type_id: "simple" };
      expect((await admin.post("/V1/products", { product })).status).toBe(200);
    }
    const found = await Promise.all(["a+b", "a%20b", "a%2Bb"].map((sku) => admin.get(`/V1/products/${sku}`)));
    expect(found.map(({ body }) => body.sku as string)).toEqual(["a b", "a b", "a+b"]);
  });

  it("can be a scalar instead of a JSON object, which has no arguments", async () => {
    for (const body of ["null", "true", "5", '"text"']) {
      const headers = { "Content-Type": "application/json" };
      const reply = await admin.request("/rest/V1/customers/isEmailAvailable", { method: "POST", headers, body });
      expect(reply).toMatchObject({ status: 400, body: { parameters: { fieldName: "customerEmail" } } });
    }
  });

  it("can have a scalar for an object, which is read as an object without fields", async () => {
    const customer = { email: "region@example.com", firstname: "Jane", lastname: "Doe" };
    const address = {
      ...{ firstname: "Jane", lastname: "Doe", street: ["1 Long Lane"], city: "Munich", postcode: "80331" },
      ...{ country_id: "DE", telephone: "1", region: "Bayern" },
    };
    const reply = await admin.post("/V1/customers", { customer: { ...customer, addresses: [address] } });
    expect(reply).toMatchObject({ status: 200, body: { addresses: [{ city: "Munich" }] } });
    const list = await admin.post("/V1/customers", { customer: { ...customer, addresses: [{ region: ["Bayern"] }] } });
    expect(list).toMatchObject({ status: 400, body: { parameters: { fieldName: "0" } } });
  });

  it("can have empty extension attributes in every object of a body", () => {
    const objects = Object.values(buildSurface().schema.getTypeMap()).filter(isInputObjectType);
    expect(objects.length).toBeGreaterThan(100);
    for (const type of objects) {
      const args = [{ ...argument, type }];
      // Fields that the caller's account provides are not required.
      const bind = Object.fromEntries(Object.keys(type.getFields()).map((name) => [`value.${name}`, () => null]));
      const read = readerOf({ args, bind, targets: {} });
      for (const key of ["extension_attributes", "extensionAttributes"]) {
        for (const empty of [{}, [], "", null, "text", 5]) {
          const body = { value: { [key]: empty } };
          expect(() => read({ body, query: {}, path: {} }), `${type.name}: ${JSON.stringify(body)}`).not.toThrow();
        }
      }
    }
  });
});

describe("a time in a filter", () => {
  const found = async (condition: string, value: string) => {
    const filter = "searchCriteria[filter_groups][0][filters][0]";
    const query = `${filter}[field]=created_at&${filter}[condition_type]=${condition}&${filter}[value]=`;
    const replies = await Promise.all(
      ["/V1/customers/search", "/V1/products"].map((path) => admin.get(`${path}?${query}${encodeURIComponent(value)}`)),
    );
    return replies.map(({ status, body }) =>
      status === 200 ? (body.total_count as number) : (body.message as string),
    );
  };

  beforeAll(async () => {
    const product = { sku: "dated", name: "Dated", attribute_set_id: 4, type_id: "simple", price: 1 };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
    const customer = { email: "dated@example.com", firstname: "Jane", lastname: "Doe" };
    expect((await admin.post("/V1/customers", { customer })).status).toBe(200);
    await app.db.execute("update product set created_at = '2024-05-05 12:00:00' where sku = 'dated'");
    await app.db.execute("update customer set created_at = '2024-05-05 12:00:00' where email = 'dated@example.com'");
    await app.db.execute("update customer set created_at = '2025-01-01' where email <> 'dated@example.com'");
  });

  it.each([
    "2024-05-05T12:00:00Z",
    "2024-05-05T12:00:00.000Z",
    "2024-05-05T12:00:00+00:00",
    "2024-05-05T14:00:00+02:00",
    "2024-05-05T14:00:00 0200".replace(" ", "+"),
    "2024-05-05 12:00",
    "2024-5-5 12:00:00",
  ])("is read with its time zone and format: %s", async (value) => {
    expect(await found("eq", value)).toEqual([1, 1]);
    expect(await found("in", `${value},1999-01-01`)).toEqual([1, 1]);
    expect(await found("lt", value)).toEqual([0, 0]);
    expect(await found("lteq", value)).toEqual([1, 1]);
  });

  it("matches nothing if it is empty, and is rejected if it is not a date", async () => {
    expect(await found("eq", "")).toEqual([0, 0]);
    for (const value of ["yesterday", "2024-02-30", "2024-05-05 25:00", "2024-05-05T12:00:00+99:99"]) {
      const message =
        `Error occurred during "created_at" processing. The "${value}" value's type is invalid. ` +
        'The "datetime" type was expected. Verify and try again.';
      expect(await found("gt", value)).toEqual([message, message]);
    }
  });
});
