import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

describe("operations that only read", () => {
  it("are queries in GraphQL, also over GET, and write nothing", async () => {
    const customer = '{email: "a@example.com", firstname: "A", lastname: "B", group_id: 1, website_id: 1}';
    const query = `{
      readBasePrices(skus: ["one"]) { sku price }
      readCosts(skus: ["one"]) { sku }
      readSpecialPrices(skus: ["one"]) { sku }
      readTierPrices(skus: ["one"]) { sku }
      readLowestPrices(skus: ["one"]) { sku }
      isCustomerEmailAvailable(customerEmail: "a@example.com")
      validateCustomer(customer: ${customer}) { valid }
    }`;
    const statements = await app.statementsOf(async () => {
      const { body } = await admin.request(`/graphql?query=${encodeURIComponent(query)}`);
      expect(body).toMatchObject({
        data: {
          readBasePrices: [{ sku: "one", price: 10 }],
          readLowestPrices: expect.any(Array) as unknown,
          isCustomerEmailAvailable: true,
          validateCustomer: { valid: true },
        },
      });
    });
    const isWrite = (text: string) => /\b(insert\s+into|update\s+"?\w+"?\s+set|delete\s+from)\b/i.test(text);
    expect(statements.filter(isWrite)).toEqual([]);
  });

  it("keep their REST route and its asynchronous and bulk forms", async () => {
    const path = "/V1/products/base-prices-information";
    const prices = [{ sku: "one", price: 10, store_id: 0 }];
    expect((await admin.post(path, { skus: ["one"] })).body).toEqual(prices);
    const accepted = await admin.post(`/async${path}`, { skus: ["one"] });
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations).toMatchObject([{ status: 1 }]);
    expect(JSON.parse(operations[0]?.result_serialized_data ?? "")).toEqual(prices);
    const submit = 'mutation { submitBulk(operation: "readCosts", elements: [{skus: ["one"]}]) { bulk_uuid } }';
    expect((await admin.graphql(submit)).body).toMatchObject({
      data: { submitBulk: { bulk_uuid: expect.any(String) as string } },
    });
  });
});
