import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { guest, shareOf, UserType } from "../../../src/api/auth/actor.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app } = useApp({ PORTICO_TRUST_PROXY: "on" });
let client: Client;
beforeAll(async () => {
  client = app.asGuest();
});

const from = (address: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { "X-Forwarded-For": address, ...more },
});

describe("Strangers without an account", () => {
  it("do not share an Idempotency-Key, and each gets an own cart", async () => {
    const key = { "Idempotency-Key": `"${randomUUID()}"` };
    const first = await client.post("/V1/guest-carts", {}, from("192.0.2.1", key));
    expect(first.status).toBe(200);
    expect((await client.post("/V1/guest-carts", {}, from("192.0.2.1", key))).body).toBe(first.body);
    expect((await client.post("/V1/guest-carts", {}, from("192.0.2.2", key))).body).not.toBe(first.body);
  });

  it("need an Idempotency-Key of 16 characters", async () => {
    const send = (path: string, key: string) => client.post(path, {}, from("192.0.2.1", { "Idempotency-Key": key }));
    for (const path of ["/V1/guest-carts", "/async/V1/guest-carts"]) {
      expect(await send(path, "x".repeat(15))).toMatchObject({
        status: 400,
        body: { message: "The Idempotency-Key of a guest must have at least %limit characters." },
      });
      expect((await send(path, randomUUID())).status).toBeLessThan(300);
    }
  });

  it("have shares of the capacity by the network of their address", () => {
    expect(shareOf(guest, "192.0.2.1")).not.toBe(shareOf(guest, "192.0.2.2"));
    expect(shareOf(guest, "2001:db8::1")).toBe(shareOf(guest, "2001:db8::ffff"));
    const customer = { type: UserType.customer, id: 3, resources: new Set<string>() };
    expect(shareOf(customer, "192.0.2.1")).toBe(shareOf(customer, "192.0.2.2"));
  });

  it("see no secrets of operations that have not run", async () => {
    const customer = { email: "open@example.com", firstname: "A", lastname: "B" };
    const { body } = await client.post("/async/V1/customers", { customer, password: "Strong-Password-1" });
    const uuid = body.bulk_uuid as string;
    const detail = await (await app.asAdmin()).get(`/V1/bulk/${uuid}/detailed-status`);
    expect(detail.body.operations_list).toMatchObject([{ status: 4 }]);
    expect(detail.text).toContain("***");
    expect(detail.text).not.toContain("Strong-Password-1");
    const query = "query ($id: String!) { detailedBulkStatus(bulkUuid: $id) { operations_list { serialized_data } } }";
    expect((await client.graphql(query, { id: uuid })).text).not.toContain("Strong-Password-1");
    const [stored] = await app.db.query<{ payload: string }>(
      "select payload from bulk_operation where bulk_uuid = $1",
      [uuid],
    );
    expect(stored?.payload).toContain("Strong-Password-1");
  });

  it("see the status of a guest's bulk, and its bodies and results only with the token of its acceptance", async () => {
    const accepted = await client.post("/async/V1/guest-carts");
    const token = accepted.headers.get("X-Portico-Bulk-Token") ?? "";
    expect(token).toMatch(/^[\w-]{32}$/);
    const uuid = accepted.body.bulk_uuid as string;
    await app.db.execute(
      `update bulk_operation set status = 1, result = '"secret-cart-id"', payload = '{"note":"secret-body"}' where bulk_uuid = $1`,
      [uuid],
    );
    const read = async (path: string, sent?: string) =>
      client.request(`/rest/V1/bulk/${uuid}/${path}`, {
        headers: sent === undefined ? {} : { "X-Portico-Bulk-Token": sent },
      });
    for (const sent of [undefined, "x".repeat(32)]) {
      const texts = [await read("status", sent), await read("detailed-status", sent), await read("results", sent)];
      expect(texts.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(texts.map(({ text }) => text).join(" ")).not.toContain("secret");
      expect(texts[1]?.body.operations_list).toMatchObject([{ status: 1, result_serialized_data: null }]);
    }
    expect((await read("detailed-status", token)).text).toMatch(/secret-body.*secret-cart-id/);
    expect((await read("results", token)).body).toMatchObject([{ identifier: "secret-cart-id" }]);
    expect((await (await app.asAdmin()).get(`/V1/bulk/${uuid}/detailed-status`)).text).toContain("secret-cart-id");
  });

  it("get the same token when they repeat a call with its key", async () => {
    const send = () =>
      client.post("/async/V1/guest-carts", {}, { headers: { "Idempotency-Key": "a-key-of-a-guest-1" } });
    const [first, second] = [await send(), await send()];
    expect(second.body.bulk_uuid).toBe(first.body.bulk_uuid);
    expect(second.headers.get("X-Portico-Bulk-Token")).toBe(first.headers.get("X-Portico-Bulk-Token"));
  });
});
