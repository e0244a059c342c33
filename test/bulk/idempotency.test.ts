import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeOld } from "../../src/bulk/queue/retention.js";
import { startApp } from "../support/app.js";
import { settled } from "../support/bulk.js";
import type { Client } from "../support/client.js";

const app = await startApp({ PORTICO_CONSUMER: "on" });
afterAll(() => app[Symbol.asyncDispose]());

let admin: Client;
beforeAll(async () => {
  admin = await app.asAdmin();
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

const path = "/async/bulk/V1/products/bySku";
const elements = (price: number) => [{ sku: "one", product: { price } }];
const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });
const bulks = async () => (await app.db.query("select 1 from bulk")).length;

describe("Idempotency-Key", () => {
  it.each([`"${randomUUID()}"`, randomUUID()])(
    "%s gives a repeated call the first answer and queues nothing",
    async (key) => {
      const first = await admin.put(path, elements(1), withKey(key));
      expect(first.status).toBe(202);
      const before = await bulks();
      const again = await admin.put(path, elements(1), withKey(key));
      expect(again).toMatchObject({ status: 202, body: first.body as object });
      expect(await bulks()).toBe(before);
      await settled(admin, first);
      expect((await admin.put(path, elements(1), withKey(key))).body).toEqual(first.body);
    },
  );

  it("is the same key with and without quotation marks", async () => {
    const key = randomUUID();
    const first = await admin.put("/async/V1/products/one", { product: { price: 2 } }, withKey(key));
    const again = await admin.put("/async/V1/products/one", { product: { price: 2 } }, withKey(`"${key}"`));
    expect(again.body).toEqual(first.body);
  });

  it("lets one of many calls that arrive at once through", async () => {
    const key = randomUUID();
    const before = await bulks();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.put(path, elements(3), withKey(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    expect(await bulks()).toBe(before + 1);
  });

  it("refuses the key of another call, be it another body, another route or another store view", async () => {
    const key = randomUUID();
    await admin.put(path, elements(4), withKey(key));
    const before = await bulks();
    const others = [
      admin.put(path, elements(5), withKey(key)),
      admin.delete(path, [{ sku: "one" }], withKey(key)),
      admin.put(path, elements(4), { ...withKey(key), store: "default" }),
    ];
    for (const answer of await Promise.all(others)) {
      expect(answer).toMatchObject({
        status: 422,
        body: { message: "The Idempotency-Key %key was used for another call before.", parameters: { key } },
      });
    }
    expect(await bulks()).toBe(before);
  });

  it("is each caller's own", async () => {
    const key = randomUUID();
    const first = await admin.put(path, elements(6), withKey(key));
    const other = await (await app.asAdmin()).put(path, elements(6), withKey(key));
    expect(other.status).toBe(202);
    expect(other.body.bulk_uuid).not.toBe(first.body.bulk_uuid);
  });

  it("is not used up by a call that is refused", async () => {
    const key = randomUUID();
    expect((await admin.put(path, [{ sku: "one", product: { price: "abc" } }], withKey(key))).status).toBe(400);
    expect((await admin.put(path, elements(7), withKey(key))).status).toBe(202);
  });

  it.each(['""', "a b", '"unfinished', "x".repeat(256)])("refuses %j as no key", async (key) => {
    expect(await admin.put(path, elements(8), withKey(key))).toMatchObject({ status: 400 });
  });

  it("is forgotten after 24 hours, whether it was cleaned away or not", async () => {
    const [kept, cleaned] = [randomUUID(), randomUUID()];
    const first = await admin.put(path, elements(9), withKey(kept));
    await admin.put(path, elements(9), withKey(cleaned));
    await app.db.execute(
      "update bulk_idempotency_key set created_at = now() - interval '25 hours' where key = any($1::text[])",
      [[kept, cleaned]],
    );
    const later = await admin.put(path, elements(10), withKey(kept));
    expect(later.status).toBe(202);
    expect(later.body.bulk_uuid).not.toBe(first.body.bulk_uuid);
    expect(await removeOld(app.db, { days: 60 })).toMatchObject({ idempotencyKeys: 1 });
    expect((await admin.put(path, elements(11), withKey(kept))).status).toBe(422);
  });
});
