import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

const path = "/V1/taxRules";
const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Tax::manage_tax"]);
  await app.db.models.taxClass.createMany({
    data: [
      { class_id: 40, class_name: "Resellers", class_name_key: "resellers", class_type: "CUSTOMER" },
      { class_id: 41, class_name: "Books", class_name_key: "books", class_type: "PRODUCT" },
    ],
  });
});

const ruleOf = (code: string, more: object = {}) => ({
  code,
  priority: 5,
  position: 10,
  customer_tax_class_ids: [3],
  product_tax_class_ids: [2],
  tax_rate_ids: [1, 2],
  calculate_subtotal: true,
  ...more,
});
const create = async (code: string, more: object = {}) =>
  (await admin.post(path, { rule: ruleOf(code, more) })).body as { id: number };
const requiredText = (name: string) => `"${name}" is required. Enter and try again.`;
const nothingSuch = (fieldName: string, fieldValue: number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});

describe("tax rules", () => {
  it("require the tax resource for each of the five routes", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Catalog::catalog"])]) {
      const replies = [
        await client.get(`${path}/1`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { rule: ruleOf("X") }),
        await client.put(path, { rule: ruleOf("X") }),
        await client.delete(`${path}/1`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Tax::manage_tax" }]);
      }
    }
  });

  it("are created and read back", async () => {
    const { status, body } = await admin.post(path, { rule: ruleOf("Created", { tax_rate_ids: [2, 1, 2] }) });
    expect([status, body]).toEqual([200, { id: expect.any(Number) as number, ...ruleOf("Created") }]);
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body);
    const { position, calculate_subtotal, ...least } = ruleOf("Least");
    const created = await admin.post(path, { rule: least });
    expect([position, calculate_subtotal, created.body]).toEqual([
      10,
      true,
      { ...least, id: created.body.id as number, position: 0, calculate_subtotal: false },
    ]);
  });

  it("keep absent fields when they are changed", async () => {
    const { id } = await create("Before");
    const { body } = await admin.put(path, { rule: { id, code: "After", priority: 1 } });
    expect(body).toEqual({ ...ruleOf("After", { priority: 1 }), id });
    const changed = await admin.put(path, {
      rule: {
        id,
        code: "AFTER",
        priority: 0,
        customer_tax_class_ids: [40, 3],
        tax_rate_ids: [2],
        calculate_subtotal: 0,
      },
    });
    expect(changed.body).toEqual({
      ...ruleOf("AFTER", {
        priority: 0,
        customer_tax_class_ids: [3, 40],
        tax_rate_ids: [2],
        calculate_subtotal: false,
      }),
      id,
    });
  });

  const noPriority = 'The priority value of "" must be greater than or equal to 0.';

  it.each([
    [{ code: "" }, { message: requiredText("code") }],
    [{ code: "x".repeat(256) }, { message: `Invalid value of "${"x".repeat(256)}" provided for the code field.` }],
    [{ priority: null }, { message: noPriority }],
    [{ priority: -1 }, { message: 'The priority value of "-1" must be greater than or equal to 0.' }],
    [{ position: -1 }, { message: 'The position value of "-1" must be greater than or equal to 0.' }],
    [{ customer_tax_class_ids: [] }, { message: requiredText("customer_tax_class_ids") }],
    [{ product_tax_class_ids: null }, { message: requiredText("product_tax_class_ids") }],
    [{ tax_rate_ids: undefined }, { message: requiredText("tax_rate_ids") }],
    [{ customer_tax_class_ids: [2] }, { message: "No such entity with customer_tax_class_ids = %fieldValue" }],
    [{ product_tax_class_ids: [2, 3] }, { message: "No such entity with product_tax_class_ids = %fieldValue" }],
    [{ product_tax_class_ids: [2, 888], tax_rate_ids: [] }, { message: "No such entity with class_id = 888" }],
    [{ tax_rate_ids: [1, 999] }, nothingSuch("tax_rate_ids", 999)],
  ])("are rejected with %j", async (more, body) => {
    const reply = await admin.post(path, { rule: ruleOf("Refused", more) });
    expect([reply.status, reply.body]).toEqual([400, body]);
    const { body: found } = await admin.get(`${path}/search?${search([["code", "Refused"]])}`);
    expect(found.total_count).toBe(0);
  });

  it("are rejected with all reasons together", async () => {
    const { body } = await admin.post(path, { rule: { code: "Empty" } });
    const names = ["customer_tax_class_ids", "product_tax_class_ids", "tax_rate_ids"];
    expect(body).toEqual({ message: [noPriority, ...names.map(requiredText)].join("\n") });
  });

  it("are rejected with a code that another rule has, ignoring case", async () => {
    const taken = { message: "%1 already exists.", parameters: ["Code"] };
    const [first, second] = [await create("First"), await create("Second")];
    const created = await admin.post(path, { rule: ruleOf("FIRST") });
    expect([created.status, created.body]).toEqual([400, taken]);
    const changed = await admin.put(path, { rule: ruleOf("first", { id: second.id, tax_rate_ids: [1] }) });
    expect([changed.status, changed.body]).toEqual([400, taken]);
    expect((await admin.get(`${path}/${second.id}`)).body).toEqual({ ...ruleOf("Second"), id: second.id });
    expect(first.id).not.toBe(second.id);
  });

  it("answer 404 for an unknown id", async () => {
    for (const reply of [
      await admin.get(`${path}/12345`),
      await admin.delete(`${path}/12345`),
      await admin.put(path, { rule: ruleOf("Nothing", { id: 12345 }) }),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, nothingSuch("taxRuleId", 12345)]);
    }
  });

  it("are removed without their classes and rates", async () => {
    const { id } = await create("Going");
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
    expect((await admin.get("/V1/taxRates/1")).status).toBe(200);
    expect((await admin.get("/V1/taxClasses/3")).status).toBe(200);
  });

  it("never refer to a record that a concurrent call removes", async () => {
    const taxRate = { tax_country_id: "US", tax_postcode: "*", rate: 1, code: "Contended" };
    const { body: rate } = await admin.post("/V1/taxRates", { taxRate });
    const [saved, removed] = await Promise.all([
      admin.post(path, { rule: ruleOf("Contender", { tax_rate_ids: [rate.id] }) }),
      admin.delete(`/V1/taxRates/${rate.id}`),
    ]);
    expect([saved.status, removed.status].sort()).toEqual([200, 400]);
  });
});

describe("searching tax rules", () => {
  const codes = async (filters: Parameters<typeof search>[0], rest = {}) => {
    const { body } = await admin.get(`${path}/search?${search(filters, rest)}`);
    expect(body.total_count).toBe(body.items.length);
    return body.items.map((item: { code: string }) => item.code) as string[];
  };

  beforeAll(async () => {
    await create("By class", { customer_tax_class_ids: [3, 40], product_tax_class_ids: [41], priority: 77 });
  });

  it.each([
    ["code", "BY class"],
    ["customer_tax_class_ids", "40"],
    ["product_tax_class_ids", "41"],
    ["priority", "77"],
  ])("matches %s", async (field, value) => {
    expect(
      await codes([
        [field, value],
        ["priority", "77"],
      ]),
    ).toEqual(["By class"]);
  });

  it("matches the names of Magento's tables, and sorts", async () => {
    const [, ...others] = await codes([["tax_calculation_rate_id", "2"]], {
      "sortOrders][0][field": "code",
      "sortOrders][0][direction": "ASC",
    });
    expect(others).toEqual(others.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(await codes([["sort_order", "-1"]])).toEqual([]);
    const joined = await codes([["rate.tax_calculation_rate_id", "2"]]);
    expect(joined).toEqual(expect.arrayContaining(others));
    expect(await codes([["cd.customer_tax_class_id", "40"]])).toContain("By class");
    expect(await codes([["cd.product_tax_class_id", "41"]])).toContain("By class");
  });

  it("rejects an unknown field", async () => {
    expect((await admin.get(`${path}/search?${search([["foo", "1"]])}`)).status).toBe(400);
  });
});

describe("tax rules over GraphQL and in bulk", () => {
  it("are saved and removed over GraphQL", async () => {
    const saved = await admin.graphql(
      `mutation { saveTaxRule(rule: { code: "GraphQL", priority: 0, customer_tax_class_ids: [3],
        product_tax_class_ids: [2], tax_rate_ids: [1] }) { id tax_rate_ids } }`,
    );
    const { id, tax_rate_ids } = saved.body.data.saveTaxRule;
    expect(tax_rate_ids).toEqual([1]);
    const removed = await admin.graphql(`mutation { deleteTaxRule(ruleId: ${id}) }`);
    expect(removed.body.data).toEqual({ deleteTaxRule: true });
  });

  it("are changed in bulk, each element separately", async () => {
    const [first, second] = [await create("Bulk 1"), await create("Bulk 2")];
    const manager = await app.asAdmin();
    const accepted = await manager.put("/async/bulk/V1/taxRules", [
      { rule: { id: first.id, code: "Bulk 1", priority: 9 } },
      { rule: { id: second.id, code: "Bulk 1", priority: 9 } },
    ]);
    const { operations_list } = await waitForBulk(manager, accepted);
    expect(operations_list.map(({ status }) => status)).toEqual([1, 3]);
    expect((await admin.get(`${path}/${first.id}`)).body.priority).toBe(9);
    expect((await admin.get(`${path}/${second.id}`)).body.priority).toBe(5);
  });
});
