import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { removeOld } from "../../../src/api/bulk/queue/retention.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  const product = { sku: "one", name: "One", price: 10, attribute_set_id: 4, type_id: "simple" };
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
});

const path = "/async/bulk/V1/products/bySku";
const elements = (price: number) => [{ sku: "one", product: { price } }];
const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });
const bulks = async () => (await app.db.query("select 1 from bulk")).length;

describe("Idempotency-Key", () => {
  it.each([`"${randomUUID()}"`, randomUUID()])(
    "returns the first response to a repeated call and queues nothing: %s",
    async (key) => {
      const first = await admin.put(path, elements(1), withKey(key));
      expect(first.status).toBe(202);
      const before = await bulks();
      const again = await admin.put(path, elements(1), withKey(key));
      expect(again).toMatchObject({ status: 202, body: first.body as object });
      expect(await bulks()).toBe(before);
      await waitForBulk(admin, first);
      expect((await admin.put(path, elements(1), withKey(key))).body).toEqual(first.body);
    },
  );

  it("is the same key with and without quotation marks", async () => {
    const key = randomUUID();
    const first = await admin.put("/async/V1/products/one", { product: { price: 2 } }, withKey(key));
    const again = await admin.put("/async/V1/products/one", { product: { price: 2 } }, withKey(`"${key}"`));
    expect(again.body).toEqual(first.body);
  });

  it("accepts only one of many concurrent calls", async () => {
    const key = randomUUID();
    const before = await bulks();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.put(path, elements(3), withKey(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    expect(await bulks()).toBe(before + 1);
  });

  it("rejects the key of a call with another body, route or store view", async () => {
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
        body: { message: "The Idempotency-Key %key was already used for another call.", parameters: { key } },
      });
    }
    expect(await bulks()).toBe(before);
  });

  it("is separate for each caller", async () => {
    const key = randomUUID();
    const first = await admin.put(path, elements(6), withKey(key));
    const other = await (await app.asAdmin()).put(path, elements(6), withKey(key));
    expect(other.status).toBe(202);
    expect(other.body.bulk_uuid).not.toBe(first.body.bulk_uuid);
  });

  it("is not used up by a call that is rejected", async () => {
    const key = randomUUID();
    expect((await admin.put(path, [{ sku: "one", product: { price: "abc" } }], withKey(key))).status).toBe(400);
    expect((await admin.put(path, elements(7), withKey(key))).status).toBe(202);
  });

  it.each(['""', "a b", '"unfinished', "x".repeat(256)])("rejects the invalid key %j", async (key) => {
    expect(await admin.put(path, elements(8), withKey(key))).toMatchObject({ status: 400 });
  });

  it("is forgotten after 24 hours, whether or not the cleanup has run", async () => {
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

describe("Idempotency-Key on a synchronous write", () => {
  const groups = "/V1/customerGroups";
  const group = () => ({ group: { code: `Members ${randomUUID().slice(0, 8)}`, tax_class_id: 3 } });
  const countOf = async ({ group: { code } }: ReturnType<typeof group>) =>
    (await app.db.query("select 1 from customer_group where code = $1", [code])).length;

  it("runs the call once and repeats its response, with status and body", async () => {
    const [key, body] = [randomUUID(), group()];
    const first = await admin.post(groups, body, withKey(key));
    expect(first.status).toBe(200);
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    const again = await admin.post(groups, body, withKey(`"${key}"`));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await countOf(body)).toBe(1);
  });

  it("repeats the response of the first call even if the entity has changed since", async () => {
    const key = randomUUID();
    const price = (value: number) => ({ product: { price: value } });
    const first = await admin.put("/V1/products/one", price(20), withKey(key));
    await admin.put("/V1/products/one", price(30));
    const again = await admin.put("/V1/products/one", price(20), withKey(key));
    expect(again.text).toBe(first.text);
    expect((await admin.get("/V1/products/one")).body.price).toBe(30);
  });

  it("runs one of many concurrent calls, and makes the others wait for its response", async () => {
    const [key, body] = [randomUUID(), group()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(groups, body, withKey(key))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get("Idempotency-Replayed") === null)).toHaveLength(1);
    expect(await countOf(body)).toBe(1);
  });

  it("rejects the key of another call: another body, path, query, store view or mode", async () => {
    const key = randomUUID();
    const body = { product: { price: 21 } };
    expect((await admin.put("/V1/products/one", body, withKey(key))).status).toBe(200);
    const others = [
      admin.put("/V1/products/one", { product: { price: 22 } }, withKey(key)),
      admin.put("/V1/products/two", body, withKey(key)),
      admin.put("/V1/products/one?fields=sku", body, withKey(key)),
      admin.put("/V1/products/one", body, { ...withKey(key), store: "default" }),
      admin.put("/async/V1/products/one", body, withKey(key)),
      admin.delete("/V1/products/one", undefined, withKey(key)),
    ];
    for (const answer of await Promise.all(others)) expect(answer.status).toBe(422);
    expect((await admin.get("/V1/products/one")).body.price).toBe(21);
  });

  it("is not used up by an error, and is ignored for a read", async () => {
    const [key, body] = [randomUUID(), group()];
    expect((await admin.post(groups, { group: { code: "" } }, withKey(key))).status).toBe(400);
    expect((await admin.post(groups, body, withKey(key))).status).toBe(200);
    expect((await admin.get(`${groups}/1`, withKey(key))).status).toBe(200);
    expect((await admin.post(groups, group(), withKey("two words"))).status).toBe(400);
  });

  it("is stored together with the effect or not at all", async () => {
    const [key, body] = [randomUUID(), group()];
    await app.db.execute(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$",
    );
    await app.db.execute(
      "create trigger fail before update on bulk_idempotency_key for each row when (new.answer is not null) execute function fail()",
    );
    expect((await admin.post(groups, body, withKey(key))).status).toBe(500);
    expect(await countOf(body)).toBe(0);
    expect(await app.db.query("select 1 from bulk_idempotency_key where key = $1", [key])).toEqual([]);
    await app.db.execute("drop trigger fail on bulk_idempotency_key");
    expect((await admin.post(groups, body, withKey(key))).status).toBe(200);
    expect(await countOf(body)).toBe(1);
  });

  it("has no effect on calls whose responses contain secrets", async () => {
    const path = "/V1/integration/admin/token";
    const body = { username: "nobody", password: "wrong-password-1" };
    const key = randomUUID();
    expect((await app.asGuest().post(path, body, withKey(key))).status).toBe(401);
    expect(await app.db.query("select 1 from bulk_idempotency_key where key = $1", [key])).toEqual([]);
  });
});
