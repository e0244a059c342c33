import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useRules } from "../../../src/commerce/promotion/use-rules.js";
import { returnUses } from "../../../src/commerce/promotion/uses.sql.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";

let opened: TestDatabase;
let rules = 0;

const customers = [7, 8];

beforeAll(async () => {
  opened = await openTestDatabase();
  const person = { website_id: 1, store_id: 1, group_id: 1, firstname: "Ada", lastname: "Byron" };
  const emails = customers.map((id) => ({ id, email: `${id}@example.com`, email_key: `${id}@example.com` }));
  await models().customer.createMany({ data: emails.map((email) => ({ ...person, ...email })) });
});
afterAll(() => opened[Symbol.asyncDispose]());

const models = () => opened.database.models;

/** Adds a rule with a coupon, and returns the uses of an order with it. */
async function addRule(limits: { coupon?: number; perCustomer?: number; rulePerCustomer?: number } = {}) {
  rules += 1;
  const couponCode = `CODE-${rules}`;
  const { coupon = 0, perCustomer = 0, rulePerCustomer = 0 } = limits;
  const { rule_id } = await models().salesRule.create({
    data: { condition: {}, action_condition: {}, uses_per_customer: rulePerCustomer },
  });
  const { coupon_id } = await models().coupon.create({
    data: {
      rule_id,
      code: couponCode,
      code_key: couponCode.toLowerCase(),
      usage_limit: coupon,
      usage_per_customer: perCustomer,
    },
  });
  return { couponId: coupon_id, couponCode, ruleIds: [rule_id] };
}

type Used = Awaited<ReturnType<typeof addRule>>;

const place = (uses: Used, customerId?: number) =>
  opened.database.transaction((tx) => useRules(tx, { ...uses, customerId }));
const usesOf = async ({ couponId, ruleIds }: Used) => [
  (await models().coupon.findUniqueOrThrow({ where: { coupon_id: couponId } })).times_used,
  (await models().salesRule.findUniqueOrThrow({ where: { rule_id: ruleIds[0] ?? 0 } })).times_used,
];
const usedUp = (code: string) => ({
  status: 400,
  template: "%1 %2",
  details: { parameters: [code, "coupon exceeds usage limit."] },
});

describe("the uses of a coupon", () => {
  it("end at its limit, even if several orders use it at the same time", async () => {
    const uses = await addRule({ coupon: 10 });
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => place(uses)));
    const rejected = results.filter(({ status }) => status === "rejected");
    expect(rejected).toHaveLength(50);
    expect(rejected[0]).toMatchObject({ reason: usedUp(uses.couponCode) });
    expect(await usesOf(uses)).toEqual([10, 10]);
  });

  it("end at the customer's limit, and guests have none", async () => {
    const uses = await addRule({ perCustomer: 1 });
    await place(uses, 7);
    await expect(place(uses, 7)).rejects.toMatchObject(usedUp(uses.couponCode));
    await place(uses, 8);
    await place(uses);
    await place(uses);
    expect(await usesOf(uses)).toEqual([4, 4]);
  });

  it("end at the limit of the rule for a customer, whichever coupon of the rule is used", async () => {
    const uses = await addRule({ rulePerCustomer: 2 });
    await place(uses, 7);
    await place(uses, 7);
    await expect(place(uses, 7)).rejects.toMatchObject(usedUp(uses.couponCode));
    expect(await usesOf(uses)).toEqual([2, 2]);
  });

  it("are returned to the coupon, the rule and the customer, and never fall below 0", async () => {
    const uses = await addRule({ coupon: 1, perCustomer: 1, rulePerCustomer: 1 });
    await place(uses, 7);
    await returnUses(opened.database, { ...uses, customerId: 7 });
    await returnUses(opened.database, { ...uses, customerId: 7 });
    expect(await usesOf(uses)).toEqual([0, 0]);
    await place(uses, 7);
    expect(await usesOf(uses)).toEqual([1, 1]);
  });

  it("require that the coupon exists", async () => {
    const uses = await addRule();
    await models().coupon.delete({ where: { coupon_id: uses.couponId } });
    await expect(place(uses)).rejects.toMatchObject({
      status: 404,
      template: "The coupon code isn't valid. Verify the code and try again.",
    });
    expect((await models().salesRule.findUniqueOrThrow({ where: { rule_id: uses.ruleIds[0] ?? 0 } })).times_used).toBe(
      0,
    );
  });

  it("are not counted for an order without rules", async () => {
    await expect(opened.database.transaction((tx) => useRules(tx, { ruleIds: [] }))).resolves.toBeUndefined();
  });
});
