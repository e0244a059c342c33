import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";

const path = "/V1/coupons";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_SalesRule::quote"]);
});

const createRule = async (rule: object): Promise<number> => {
  const { body } = await admin.post("/V1/salesRules", { rule: { website_ids: [1], customer_group_ids: [0], ...rule } });
  return body.rule_id as number;
};
const specific = (more: object = {}) => createRule({ coupon_type: "SPECIFIC_COUPON", ...more });
const automatic = (more: object = {}) => specific({ use_auto_generation: true, ...more });
const save = (coupon: object) => admin.post(path, { coupon });
const notSaved = (reason: string) => [400, { message: "Error occurred when saving coupon: %1", parameters: [reason] }];
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];
const countOf = (rule_id: number) => app.db.models.coupon.count({ where: { rule_id } });

describe("coupons", () => {
  it("take their limits from the rule, and are read back", async () => {
    const rule_id = await specific({ uses_per_coupon: 5, uses_per_customer: 2, to_date: "2030-01-01" });
    const { body } = await save({ rule_id, code: "Summer", usage_limit: 99, is_primary: true, times_used: 1 });
    expect(body).toEqual({
      coupon_id: expect.any(Number) as number,
      rule_id,
      code: "Summer",
      usage_limit: 5,
      usage_per_customer: 2,
      times_used: 1,
      is_primary: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
    expect((await admin.get(`${path}/${body.coupon_id}`)).body).toEqual({ ...body, type: 0 });
    const { body: found } = await admin.get(`${path}/search?${search([["code", "summer"]])}`);
    expect(found.items).toEqual([{ ...body, type: 0 }]);
  });

  it("are answered without the defaults of what was not sent, and are unique as primary ones", async () => {
    const rule_id = await specific();
    const { body } = await save({ rule_id, code: "Plain", created_at: "2020-01-02 03:04:05" });
    expect(body).toMatchObject({ times_used: null, is_primary: null, created_at: "2020-01-02 03:04:05" });
    expect(body).not.toHaveProperty("type");
    expect((await save({ rule_id, code: "First", is_primary: true })).status).toBe(200);
    expect(statusAndBody(await save({ rule_id, code: "Second", is_primary: true }))).toEqual([
      400,
      { message: "Unique constraint violation found" },
    ]);
    expect(statusAndBody(await save({ code: "A" }))).toEqual(notSaved("No such entity with rule_id = "));
  });

  it("keep an expiration date, by which they are found, although only the last day of the rule counts", async () => {
    const rule_id = await specific();
    const expiration_date = "2030-01-01 00:00:00";
    const { body } = await save({ rule_id, code: "Dated", expiration_date });
    expect(body).toMatchObject({ expiration_date });
    await save({ coupon_id: body.coupon_id, code: "Dated again" });
    expect((await admin.get(`${path}/${body.coupon_id}`)).body).toMatchObject({ expiration_date });
    const { body: found } = await admin.get(`${path}/search?${search([["expiration_date", "2029-01-01", "gt"]])}`);
    expect(found.items).toMatchObject([{ code: "Dated again", expiration_date }]);
    const refused = await save({ rule_id, code: "Undated", expiration_date: "someday" });
    expect(statusAndBody(refused)).toEqual([
      400,
      {
        message: 'Invalid value of "%value" provided for the %fieldName field.',
        parameters: { fieldName: "expiration_date", value: "someday" },
      },
    ]);
  });

  it("are rejected by rules that do not allow them", async () => {
    expect(statusAndBody(await save({ rule_id: 999999, code: "A" }))).toEqual(
      notSaved("No such entity with rule_id = 999999"),
    );
    expect(statusAndBody(await save({ rule_id: await createRule({}), code: "A" }))).toEqual(
      notSaved("Specified rule does not allow coupons"),
    );
    expect(statusAndBody(await save({ rule_id: await automatic(), code: "A" }))).toEqual(
      notSaved("Specified rule only allows auto generated coupons"),
    );
    expect(statusAndBody(await save({ rule_id: await specific(), code: "A", type: 1 }))).toEqual(
      notSaved("Specified rule does not allow auto generated coupons"),
    );
  });

  it("are rejected with a code that is missing, too long or taken (ignoring case), and as a second primary coupon", async () => {
    const rule_id = await specific();
    const { body: first } = await save({ rule_id, code: "Taken", is_primary: true });
    const taken = { message: "%1 already exists.", parameters: ["Coupon with the same code"] };
    expect(statusAndBody(await save({ rule_id: await specific(), code: "TAKEN" }))).toEqual([400, taken]);
    const { body: other } = await save({ rule_id, code: "Free" });
    const renamed = await admin.put(`${path}/${other.coupon_id}`, { coupon: { rule_id, code: "tAKEN" } });
    expect(statusAndBody(renamed)).toEqual([400, taken]);
    expect((await save({ rule_id })).body.parameters).toEqual({ fieldName: "code" });
    expect((await save({ rule_id, code: "x".repeat(256) })).status).toBe(400);
    expect((await save({ rule_id, code: "Second", is_primary: true })).status).toBe(400);
    const same = await admin.put(`${path}/${first.coupon_id}`, { coupon: { rule_id, times_used: 3 } });
    expect(same.body).toMatchObject({ ...first, times_used: 3 });
  });

  it("follow the limits of their rule", async () => {
    const rule_id = await specific({ uses_per_coupon: 1 });
    const { body } = await save({ rule_id, code: "Follower", is_primary: true });
    await admin.put(`/V1/salesRules/${rule_id}`, { rule: { uses_per_coupon: 7, uses_per_customer: 3 } });
    const read = () => admin.get(`${path}/${body.coupon_id}`);
    expect((await read()).body).toMatchObject({ usage_limit: 7, usage_per_customer: 3 });
    await admin.put(`/V1/salesRules/${rule_id}`, { rule: { coupon_type: "NO_COUPON" } });
    expect((await read()).status).toBe(404);
  });

  it("are deleted one by one, and searched only by fields that they have", async () => {
    const { body } = await save({ rule_id: await specific(), code: "Passing" });
    expect((await admin.delete(`${path}/${body.coupon_id}`)).body).toBe(true);
    expect((await admin.get(`${path}/search?${search([["code", "passing"]])}`)).body.total_count).toBe(0);
    expect((await admin.get(`${path}/search?${search([["no_such_field", "1"]])}`)).status).toBe(400);
  });

  it("answer 404 when they are unknown", async () => {
    for (const reply of [
      await admin.get(`${path}/999999`),
      await admin.put(`${path}/999999`, { coupon: { rule_id: 1, code: "X" } }),
      await admin.delete(`${path}/999999`),
    ]) {
      expect(statusAndBody(reply)).toEqual([404, { message: "No such entity." }]);
    }
  });
});

describe("generated coupons", () => {
  const generate = (couponSpec: object) => admin.post(`${path}/generate`, { couponSpec });

  it("have the format, length, delimiter, prefix and suffix of the call", async () => {
    const rule_id = await automatic({ uses_per_coupon: 1 });
    const { body } = await generate({
      rule_id,
      quantity: 20,
      length: 6,
      format: "alpha",
      prefix: "P_",
      suffix: "_S",
      delimiter_at_every: 4,
      delimiter: ".",
    });
    expect(new Set(body).size).toBe(20);
    for (const code of body as string[]) expect(code).toMatch(/^P_[A-Z]{4}\.[A-Z]{2}_S$/);
    const stored = await app.db.models.coupon.findMany({ where: { rule_id } });
    expect(stored.map(({ code }) => code).sort()).toEqual([...(body as string[])].sort());
    expect(stored[0]).toMatchObject({ usage_limit: 1, type: 1, is_primary: null, times_used: 0 });
  });

  it("grow longer when they would use up more than a quarter of all combinations", async () => {
    const { body } = await generate({ rule_id: await automatic(), quantity: 30, length: 1, format: "num" });
    expect(new Set(body).size).toBe(30);
    for (const code of body as string[]) expect(code).toMatch(/^\d{3}$/);
  });

  it("are created in one call, a hundred thousand of them", async () => {
    const rule_id = await createRule({ coupon_type: "AUTO" });
    const { body } = await generate({ rule_id, quantity: 100_000, length: 12, format: "alphanum" });
    expect(new Set(body).size).toBe(100_000);
    expect(await countOf(rule_id)).toBe(100_000);
  });

  it("are not created if one of them cannot be", async () => {
    const rule_id = await automatic();
    const { body } = await generate({ rule_id, quantity: 2, length: 1, format: "num" });
    expect(body).toHaveLength(2);
    await app.db.execute(
      `insert into coupon (rule_id, code, code_key) select $1, n::text, n::text from generate_series(0, 9) n
       on conflict do nothing`,
      [rule_id],
    );
    const { status, body: refused } = await generate({ rule_id, quantity: 1, length: 1, format: "num" });
    expect([status, refused.parameters]).toEqual([
      400,
      ["We cannot create the requested Coupon Qty. Please check your settings and try again."],
    ]);
    expect(await countOf(rule_id)).toBe(10);
  });

  it.each([
    ["no quantity", { length: 5 }, "One or more input exceptions have occurred."],
    ["too large a quantity", { quantity: 250_001, length: 9 }, "Error occurred when generating coupons: %1"],
    [
      "an unknown format",
      { quantity: 1, length: 5, format: "x" },
      'Invalid value of "%value" provided for the %fieldName field.',
    ],
    ["a huge length", { quantity: 1, length: 256 }, 'Invalid value of "%value" provided for the %fieldName field.'],
    ["a negative length", { quantity: 1, length: -5 }, 'Invalid value of "%value" provided for the %fieldName field.'],
  ])("are rejected with %s", async (_what, more, message) => {
    const { status, body } = await generate({ rule_id: await automatic(), ...more });
    expect([status, body.message]).toEqual([400, message]);
  });

  it("are rejected for a rule that is unknown or does not allow generated codes", async () => {
    const wanted = { quantity: 1, length: 5 };
    expect((await generate({ rule_id: 999999, ...wanted })).body.parameters).toEqual([
      "No such entity with rule_id = 999999",
    ]);
    expect((await generate({ rule_id: await specific(), ...wanted })).body.parameters).toEqual([
      "Specified rule does not allow automatic coupon generation",
    ]);
  });
});

describe("deleting coupons together", () => {
  it("reports unknown coupons and deletes the others", async () => {
    const rule_id = await specific();
    const { body: one } = await save({ rule_id, code: "One" });
    await save({ rule_id, code: "Two" });
    const byIds = await admin.post(`${path}/deleteByIds`, { ids: [one.coupon_id, 999999] });
    expect(byIds.body).toEqual({ failed_items: [], missing_items: ["999999"] });
    const byCodes = await admin.post(`${path}/deleteByCodes`, { codes: ["tWO", "Three"] });
    expect(byCodes.body).toEqual({ failed_items: [], missing_items: ["Three"] });
    expect(await countOf(rule_id)).toBe(0);
  });

  it("deletes nothing if unknown coupons are not ignored", async () => {
    const rule_id = await specific();
    const { body } = await save({ rule_id, code: "Stays" });
    for (const reply of [
      await admin.post(`${path}/deleteByIds`, { ids: [body.coupon_id, 999999], ignoreInvalidCoupons: false }),
      await admin.post(`${path}/deleteByCodes`, { codes: ["Stays", "Unknown"], ignoreInvalidCoupons: false }),
    ]) {
      expect(statusAndBody(reply)).toEqual([400, { message: "Some coupons are invalid." }]);
    }
    expect(await countOf(rule_id)).toBe(1);
  });
});
