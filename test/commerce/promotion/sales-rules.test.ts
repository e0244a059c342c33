import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

const path = "/V1/salesRules";
const prefix = "Magento\\SalesRule\\Model\\Rule\\Condition\\";
const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_SalesRule::quote"]);
});

const ruleOf = (more: object = {}) => ({
  name: "Ten percent",
  website_ids: [1],
  customer_group_ids: [0, 1],
  simple_action: "by_percent",
  discount_amount: 10,
  ...more,
});
const create = async (more: object = {}) => {
  const reply = await admin.post(path, { rule: ruleOf(more) });
  expect(reply.status).toBe(200);
  return reply.body as Record<string, unknown> & { rule_id: number };
};
const change = (id: number, rule: object) => admin.put(`${path}/${id}`, { rule });
const invalid = (fieldName: string, value: unknown) => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});
const noSuchEntity = [404, { message: "No such entity." }];

describe("cart price rules", () => {
  it("are denied to callers without their permission", async () => {
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Catalog::catalog"])]) {
      const replies = [
        await client.get(`${path}/1`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { rule: ruleOf() }),
      ];
      for (const { status, body } of replies) {
        expect([status, body.parameters]).toEqual([401, { resources: "Magento_SalesRule::quote" }]);
      }
    }
  });

  it("are created with Magento's defaults and read back", async () => {
    const created = await create();
    expect(created).toEqual({
      rule_id: expect.any(Number) as number,
      ...ruleOf(),
      store_labels: [],
      uses_per_customer: 0,
      is_active: false,
      condition: { condition_type: `${prefix}Combine`, aggregator_type: "all", operator: null, value: true },
      action_condition: {
        condition_type: `${prefix}Product\\Combine`,
        aggregator_type: "all",
        operator: null,
        value: true,
      },
      stop_rules_processing: true,
      is_advanced: true,
      sort_order: 0,
      discount_step: 0,
      apply_to_shipping: false,
      times_used: 0,
      is_rss: false,
      coupon_type: "NO_COUPON",
      use_auto_generation: false,
      uses_per_coupon: 0,
    });
    expect((await admin.get(`${path}/${created.rule_id}`)).body).toEqual(created);
  });

  it("keep fields that a change omits or sends as null, and empty text removes a date", async () => {
    const before = await create({
      from_date: "2026-01-01 12:30:00",
      to_date: "2026-02-01",
      discount_qty: 3,
      coupon_type: "2",
      simple_free_shipping: "2",
      store_labels: [
        { store_id: 0, store_label: "Ten off" },
        { store_id: 1, store_label: "Ten off here" },
      ],
    });
    expect(before).toMatchObject({ from_date: "2026-01-01", coupon_type: "SPECIFIC_COUPON", discount_qty: 3 });
    const { body } = await change(before.rule_id, {
      name: null,
      website_ids: null,
      is_active: true,
      from_date: "",
      discount_qty: 0,
      store_labels: [{ store_id: 0, store_label: "Ten off" }],
    });
    const { from_date: _from, discount_qty: _most, ...kept } = before;
    const store_labels = [{ store_id: 0, store_label: "Ten off" }];
    expect(body).toEqual({ ...kept, is_active: true, store_labels });
  });

  it("keep labels of store views that a change does not send, and lose those that it sends empty", async () => {
    const all = { store_id: 0, store_label: "Ten off" };
    const here = { store_id: 1, store_label: "Ten off here" };
    const { rule_id } = await create({ store_labels: [all, here] });
    const labelsAfter = async (store_labels: readonly object[]) => {
      expect((await change(rule_id, { store_labels })).body.store_labels).toEqual(store_labels);
      return (await admin.get(`/V1/salesRules/${rule_id}`)).body.store_labels as unknown;
    };
    const renamed = { ...here, store_label: "Uno" };
    expect(await labelsAfter([renamed])).toEqual([all, renamed]);
    expect(await labelsAfter([])).toEqual([all, renamed]);
    expect(await labelsAfter([{ ...here, store_label: "" }])).toEqual([all]);
  });

  it("can have no website and no customer group, and then apply nowhere", async () => {
    const { status, body } = await admin.post(path, { rule: { name: "Nowhere" } });
    expect([status, body]).toMatchObject([200, { website_ids: [], customer_group_ids: [], discount_amount: 0 }]);
  });

  it("store trees of conditions, which a change replaces as a whole", async () => {
    const condition = {
      condition_type: "ignored",
      aggregator_type: "any",
      value: "1",
      conditions: [
        {
          condition_type: `${prefix}Address`,
          attribute_name: "base_subtotal",
          operator: ">=",
          value: "100",
        },
        {
          condition_type: `${prefix}Product\\Found`,
          aggregator_type: "all",
          value: "0",
          conditions: [
            {
              condition_type: `\\${prefix}Product`,
              attribute_name: "an_attribute_to_come",
              operator: "!()",
              value: "3,4",
            },
          ],
        },
      ],
    };
    const { rule_id, ...created } = await create({ condition });
    expect(created["condition"]).toEqual({
      ...condition,
      condition_type: `${prefix}Combine`,
      operator: null,
      conditions: [
        condition.conditions[0],
        {
          ...condition.conditions[1],
          operator: null,
          conditions: [{ ...condition.conditions[1]?.conditions?.[0], condition_type: `${prefix}Product` }],
        },
      ],
    });
    const { body } = await change(rule_id, { condition: { aggregator_type: "all", value: "1" } });
    expect(body.condition.conditions).toBeUndefined();
    expect(body.action_condition).toEqual(created["action_condition"]);
  });

  it.each([
    ["an unknown action", { simple_action: "by_magic" }, invalid("simple_action", "by_magic")],
    ["an unknown website", { website_ids: [1, 99] }, invalid("website_ids", 99)],
    ["the website of the administration", { website_ids: [0] }, invalid("website_ids", 0)],
    ["an unknown customer group", { customer_group_ids: [77] }, invalid("customer_group_ids", 77)],
    ["an unknown store view of a label", { store_labels: [{ store_id: 9, store_label: "X" }] }, invalid("store_id", 9)],
    ["a day that does not exist", { from_date: "2026-02-30" }, invalid("from_date", "2026-02-30")],
    ["an unknown coupon type", { coupon_type: "4" }, invalid("coupon_type", "4")],
    ["an unknown kind of free shipping", { simple_free_shipping: "3" }, invalid("simple_free_shipping", "3")],
    ["a negative count", { uses_per_coupon: -1 }, invalid("uses_per_coupon", -1)],
    ["a fraction below zero", { discount_amount: -0.5 }, invalid("discount_amount", "-0.5")],
    ["a discount below zero", { discount_amount: -1 }, { message: "Please choose a valid discount amount." }],
    ["a huge discount", { discount_amount: 1e12 }, invalid("discount_amount", "1000000000000")],
    [
      "an unknown class of a condition",
      { condition: { conditions: [{ condition_type: "No\\Such" }] } },
      invalid("condition_type", "No\\Such"),
    ],
    [
      "an unknown operator",
      { condition: { conditions: [{ condition_type: `${prefix}Address`, operator: "~" }] } },
      invalid("operator", "~"),
    ],
    ["no website", { website_ids: [] }, { message: "Please specify a website.; " }],
    [
      "an end before the start, no website and no group, all at once",
      { from_date: "2026-02-02", to_date: "2026-02-01", website_ids: [], customer_group_ids: [] },
      { message: "End Date must follow Start Date.; Please specify a website.; Please specify Customer Groups.; " },
    ],
  ])("are rejected with %s, and nothing is stored", async (_what, more, error) => {
    const count = () => app.db.models.salesRule.count();
    const before = await count();
    const { status, body } = await admin.post(path, { rule: ruleOf(more) });
    expect([status, body]).toEqual([400, error]);
    expect(await count()).toBe(before);
  });

  it("answer 404 for an unknown rule", async () => {
    const replies = [
      await admin.get(`${path}/999999`),
      await change(999999, { name: "X" }),
      await admin.delete(`${path}/999999`),
    ];
    for (const { status, body } of replies) expect([status, body]).toEqual(noSuchEntity);
  });

  it("are searched by their fields, websites and groups", async () => {
    const { rule_id } = await create({ name: "Found by search", customer_group_ids: [3], sort_order: 41 });
    const found = async (field: string, value: string) => {
      const { body } = await admin.get(`${path}/search?${search([[field, value]])}`);
      return (body.items as { rule_id: number }[]).some((rule) => rule.rule_id === rule_id);
    };
    expect(await found("name", "Found by search")).toBe(true);
    expect(await found("customer_group_ids", "3")).toBe(true);
    expect(await found("website_id", "2")).toBe(false);
    expect(await found("sort_order", "41")).toBe(true);
    expect(await found("coupon_type", "1")).toBe(true);
  });

  it("are deleted with their coupons", async () => {
    const { rule_id } = await create({ coupon_type: "SPECIFIC_COUPON" });
    const { body } = await admin.post("/V1/coupons", { coupon: { rule_id, code: "GONE-SOON" } });
    expect((await admin.delete(`${path}/${rule_id}`)).body).toBe(true);
    const coupon = await admin.get(`/V1/coupons/${body.coupon_id}`);
    expect([coupon.status, coupon.body]).toEqual(noSuchEntity);
  });

  it("lose a customer group that is deleted", async () => {
    const groups = await app.asAdmin(["Magento_Customer::group"]);
    const { body: group } = await groups.post("/V1/customerGroups", { group: { code: "Passing", tax_class_id: 3 } });
    const { rule_id } = await create({ customer_group_ids: [1, group.id] });
    expect((await groups.delete(`/V1/customerGroups/${group.id}`)).status).toBe(200);
    expect((await admin.get(`${path}/${rule_id}`)).body.customer_group_ids).toEqual([1]);
  });

  it("are saved by the queue in the order of the calls of one rule", async () => {
    const { rule_id } = await create();
    const names = ["First", "Second", "Third"];
    const reply = await admin.put(
      "/async/bulk/V1/salesRules/byRuleId",
      names.map((name) => ({ ruleId: rule_id, rule: { name } })),
    );
    await waitForBulk(admin, reply);
    expect((await admin.get(`${path}/${rule_id}`)).body.name).toBe("Third");
  });

  it("are saved and read over GraphQL", async () => {
    const { body } = await admin.graphql(
      `mutation ($rule: SalesRuleInput!) { saveSalesRule(rule: $rule) { rule_id condition { value conditions { value } } } }`,
      {
        rule: {
          ...ruleOf({ simple_action: "BY_PERCENT" }),
          condition: { value: "1", conditions: [{ condition_type: `${prefix}Address`, operator: "==", value: "DE" }] },
        },
      },
    );
    expect(body.data.saveSalesRule).toMatchObject({ condition: { value: "1", conditions: [{ value: "DE" }] } });
  });
});
