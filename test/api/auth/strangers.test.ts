import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guest, shareOf, UserType } from "../../../src/api/auth/actor.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp({ PORTICO_TRUST_PROXY: "on" });
  client = app.asGuest();
});
afterAll(() => app[Symbol.asyncDispose]());

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
    const detail = await client.get(`/V1/bulk/${uuid}/detailed-status`);
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
});
