import { beforeAll, describe, expect, it } from "vitest";
import { applyDueSchedules } from "../../../src/extras/prices/schedules/apply-schedules.js";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { addManyProducts, storedPrices, storedTierPrices } from "../../commerce/pricing/support.js";

const path = "/V1/price-schedules";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Portico_Prices::schedules"]);
  await addManyProducts(app.db, "p-", 10);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const schedule = (at: string, prices: readonly object[], name = "Summer sale") =>
  admin.post(path, { name, at, prices });

/** Makes a schedule due: moves its time to some seconds ago. */
const letPass = (id: number, seconds: number) =>
  app.db.execute(
    "update price_schedule set at = (now() at time zone 'utc') - make_interval(secs => $2::int) where id = $1::int",
    [id, seconds],
  );

const apply = () => applyDueSchedules({ db: app.db, config: app.config });
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body;
const base = (sku: string, price: number) => ({ kind: "base", sku, price });

describe("a price schedule", () => {
  it("is in the audit log when it is created and when it is canceled", async () => {
    const { body } = await schedule(inHours(1), [base("p-1", 10)], "Audited sale");
    expect((await admin.delete(`${path}/${body.id}`)).body).toBe(true);
    const rows = await app.db.query(
      "select event, name, by_user_type from audit_event where event like 'price schedule%'",
    );
    expect(rows).toEqual([
      { event: "price schedule created", name: `${body.id}, Audited sale`, by_user_type: 2 },
      { event: "price schedule canceled", name: String(body.id), by_user_type: 2 },
    ]);
  });

  it("changes prices of all kinds once its time has come, and not before", async () => {
    const tier = { kind: "tier", sku: "p-1", customer_group: "General", quantity: 2, price: 3, price_type: "fixed" };
    const rows = [base("p-1", 10), { kind: "special", sku: "p-1", price: 8, price_from: "2020-01-01 00:00:00" }, tier];
    const { status, body } = await schedule(inHours(1), rows);
    expect([status, body.state, body.rows, body.warnings]).toEqual([200, "open", 3, []]);
    expect([await apply(), await storedPrices(app, "p-1")]).toEqual([0, []]);
    await letPass(body.id, 60);
    expect(await Promise.all([apply(), apply()])).toContain(1);
    expect(await storedPrices(app, "p-1")).toMatchObject([{ price: "10.000000", special_price: "8.000000" }]);
    expect(await storedTierPrices(app, "p-1")).toMatchObject([{ qty: "2.0000", value: "3.000000" }]);
    expect(await read(body.id)).toMatchObject({
      state: "applied",
      written: 3,
      failed: 0,
      ended_at: expect.any(String),
    });
    expect(await apply()).toBe(0);
  });

  it("applies the other rows if some can no longer be applied, and says why", async () => {
    const { body } = await schedule(inHours(1), [base("p-2", 5), base("p-3", 5)]);
    await app.db.execute("delete from product where sku = 'p-2'");
    await letPass(body.id, 1);
    await apply();
    expect(await read(body.id)).toMatchObject({
      state: "applied",
      written: 1,
      failed: 1,
      failures: [{ line: 1, sku: "p-2", code: "unknown_sku" }],
    });
    expect(await storedPrices(app, "p-3")).toMatchObject([{ price: "5.000000" }]);
  });

  it("is applied with the rights that its creator has at that time", async () => {
    const maker = await app.asAdmin(["Portico_Prices::schedules", "Magento_Tax::manage_tax"]);
    const [first, second] = [[base("p-9", 5), { ...base("p-9", 2), kind: "cost" }], [base("p-9", 6)]];
    const [limited, refused] = await Promise.all(
      [first, second].map(async (prices) => (await maker.post(path, { name: "Sale", at: inHours(1), prices })).body),
    );
    const change = (set: string) =>
      app.db.execute(`update admin_role set ${set} where 'Magento_Tax::manage_tax' = any(resources)`);
    await change("price_rights = '{cost:0}'");
    await letPass(limited.id, 1);
    await apply();
    expect(await read(limited.id)).toMatchObject({ state: "applied", written: 1, failed: 1, failures: [{ line: 1 }] });
    await change("resources = '{Magento_Tax::manage_tax}'");
    await letPass(refused.id, 1);
    await apply();
    const message = "The user who created or last changed the schedule can no longer schedule prices.";
    expect(await read(refused.id)).toMatchObject({ state: "failed", failed: 1, failures: [{ message }] });
    expect(await storedPrices(app, "p-9")).toMatchObject([{ price: null, cost: "2.000000" }]);
  });

  it("warns of other open schedules for the same prices, of which the later one wins", async () => {
    const later = await schedule(inHours(3), [base("p-4", 30), base("p-5", 1)], "Later");
    const sooner = await schedule(inHours(2), [base("P-4", 20), { ...base("p-5", 1), kind: "cost" }], "Sooner");
    expect(sooner.body.warnings).toEqual([{ schedule_id: later.body.id, name: "Later", at: later.body.at, prices: 1 }]);
    expect((await read(later.body.id)).warnings).toMatchObject([{ name: "Sooner" }]);
    await letPass(later.body.id, 10);
    await letPass(sooner.body.id, 20);
    expect(await apply()).toBe(2);
    expect(await storedPrices(app, "p-4")).toMatchObject([{ price: "30.000000" }]);
    expect((await schedule(inHours(2), [base("p-4", 20)])).body.warnings).toEqual([]);
  });

  it("is applied once, and before later schedules, even by several processes", async () => {
    const made = [];
    for (let at = 1; at <= 6; at += 1) made.push((await schedule(inHours(at), [base("p-10", at)], "Race")).body.id);
    for (const [at, id] of made.entries()) await letPass(id, 60 - at);
    let applied = 0;
    while (applied < made.length) for (const count of await Promise.all([1, 2, 3, 4].map(apply))) applied += count;
    expect(applied).toBe(made.length);
    expect(await storedPrices(app, "p-10")).toMatchObject([{ price: "6.000000" }]);
    const changes = await app.db.query(
      `select s.id from price_change_set s join price_change_block b on b.set_id = s.id
       where b.product_ids[1] = (select id from product where sku = 'p-10') and b.new_prices[1] is distinct from b.old_prices[1]`,
    );
    expect(changes).toHaveLength(made.length);
  });

  it("can be found and canceled while it is open", async () => {
    const { body } = await schedule(inHours(5), [base("p-6", 20)], "Canceled");
    const found = await admin.get(
      `${path}?${search([
        ["name", "Canceled"],
        ["state", "open"],
      ])}`,
    );
    expect(found.body).toMatchObject({ total_count: 1, items: [{ id: body.id, name: "Canceled", rows: 1 }] });
    expect((await admin.delete(`${path}/${body.id}`)).body).toBe(true);
    expect(await admin.delete(`${path}/${body.id}`)).toMatchObject({
      status: 400,
      body: { parameters: { state: "canceled" } },
    });
    await letPass(body.id, 1);
    expect([await apply(), await storedPrices(app, "p-6")]).toEqual([0, []]);
    expect([(await admin.get(`${path}/99999`)).status, (await admin.delete(`${path}/99999`)).status]).toEqual([
      404, 404,
    ]);
  });

  it("can be renamed, moved and given other prices while it is open", async () => {
    const { body } = await schedule(inHours(5), [base("p-6", 20)], "Movable");
    const at = new Date(Date.now() + 9 * 3_600_000).toISOString();
    const moved = await admin.put(`${path}/${body.id}`, { at });
    expect(moved).toMatchObject({ status: 200, body: { name: "Movable", at: `${at.slice(0, 19)}.000Z`, rows: 1 } });
    const changed = await admin.put(`${path}/${body.id}`, { name: "Moved", prices: [base("p-7", 7), base("p-8", 8)] });
    expect(changed.body).toMatchObject({ name: "Moved", at: moved.body.at, rows: 2, prices: [{ sku: "p-7" }, {}] });
    await letPass(body.id, 1);
    await apply();
    expect([await storedPrices(app, "p-6"), await storedPrices(app, "p-8")]).toMatchObject([
      [],
      [{ price: "8.000000" }],
    ]);
    expect(await admin.put(`${path}/${body.id}`, { name: "Late" })).toMatchObject({
      status: 400,
      body: { message: "The schedule %id is %state; only open schedules can be changed." },
    });
    expect((await admin.put(`${path}/99999`, { name: "x" })).status).toBe(404);
    const [event] = await app.db.query("select name from audit_event where event = 'price schedule changed' limit 1");
    expect(event).toEqual({ name: `${body.id}, Movable` });
  });

  it("stays as it is if a change of it is invalid", async () => {
    const { body } = await schedule(inHours(5), [base("p-6", 20)], "Kept");
    const changes = [{ name: " " }, { at: inHours(-1) }, { prices: [] }, { name: "x", prices: [base("nowhere", 1)] }];
    for (const change of changes) expect((await admin.put(`${path}/${body.id}`, change)).status).toBe(400);
    expect(await read(body.id)).toEqual(body);
    await admin.delete(`${path}/${body.id}`);
  });

  it("is applied with the rights of the user who changed it last", async () => {
    const { body } = await schedule(inHours(1), [base("p-1", 5)], "Handed over");
    const other = await app.asAdmin(["Portico_Prices::schedules", "Magento_Tax::manage_tax"]);
    expect((await other.put(`${path}/${body.id}`, { at: inHours(2) })).status).toBe(200);
    await app.db.execute("update admin_role set resources = '{}' where 'Magento_Tax::manage_tax' = any(resources)");
    await letPass(body.id, 1);
    await apply();
    expect(await read(body.id)).toMatchObject({
      state: "failed",
      failures: [{ message: expect.stringContaining("last changed") }],
    });
  });

  it("counts the other open schedules that change the same prices", async () => {
    const made: number[] = [];
    for (const [sku, name] of [
      ["p-3", "One"],
      ["P-3", "Two"],
      ["p-5", "Three"],
    ] as const)
      made.push((await schedule(inHours(30), [base(sku, 3)], name)).body.id);
    const counts = async () =>
      (await admin.get(`${path}?${search([["id", made.join(","), "in"]])}`)).body.items.map(
        ({ name, overlaps }: { name: string; overlaps: number }) => [name, overlaps],
      );
    expect(await counts()).toEqual([
      ["One", 1],
      ["Two", 1],
      ["Three", 0],
    ]);
    const [first] = made;
    expect((await admin.put(`${path}/${first}`, { prices: [base("p-5", 5)] })).body.overlaps).toBe(1);
    expect(await counts()).toEqual([
      ["One", 1],
      ["Two", 0],
      ["Three", 1],
    ]);
    await admin.delete(`${path}/${first}`);
    expect(await counts()).toEqual([
      ["One", 0],
      ["Two", 0],
      ["Three", 0],
    ]);
  });

  it.each<[string, string, readonly object[], RegExp]>([
    ["in the past", inHours(-1), [base("p-7", 1)], /has passed/],
    ["without a valid time", "tomorrow", [base("p-7", 1)], /is invalid/],
    ["on a day that does not exist", "2099-02-31T00:00:00Z", [base("p-7", 1)], /is invalid/],
    ["without prices", inHours(1), [], /at least one/],
    [
      "with rows that fail",
      inHours(1),
      [base("p-7", 1), base("nowhere", 1), { kind: "gift", sku: "p-7" }],
      /rows|Rows/,
    ],
  ])("is rejected %s", async (...[, at, prices, message]) => {
    const before = (await admin.get(path)).body.total_count;
    const { status, body } = await schedule(at, prices);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    if (prices.length > 1)
      expect(body.errors.map(({ parameters }: { parameters: { row: number } }) => parameters.row)).toEqual([2, 3]);
    expect((await admin.get(path)).body.total_count).toBe(before);
  });

  it("accepts a time with an offset, and requires the permission", async () => {
    expect((await schedule("2099-01-01T02:00:00+02:00", [base("p-8", 1)])).body.at).toBe("2099-01-01T00:00:00.000Z");
    const other = await app.asAdmin(["Portico_Prices::files"]);
    expect((await other.post(path, { name: "x", at: inHours(1), prices: [base("p-8", 1)] })).status).toBe(401);
    expect((await other.get(path)).status).toBe(401);
  });
});
