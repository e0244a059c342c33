import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp();

const mutation = "mutation ($code: String!) { saveCustomerGroup(group: { code: $code, tax_class_id: 3 }) { id code } }";
const newCode = () => `Members ${randomUUID().slice(0, 8)}`;

interface Sent {
  readonly query?: string;
  readonly variables?: object;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly client?: Client;
}

const send = ({ query = mutation, variables = {}, key, headers = {}, client = admin }: Sent) =>
  client.request("/graphql", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...headers,
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    },
    body: JSON.stringify({ query, variables }),
  });

const countOf = async (code: string) =>
  (await app.db.query("select 1 from customer_group where code = $1::text", [code])).length;
const refused = (status: number, code: string) => ({ status, body: { errors: [{ extensions: { code } }] } });

describe("Idempotency-Key of a GraphQL mutation", () => {
  it("runs the mutation once and repeats its response", async () => {
    const [key, code] = [randomUUID(), newCode()];
    const first = await send({ key, variables: { code } });
    expect(first).toMatchObject({ status: 200, body: { data: { saveCustomerGroup: { code } } } });
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    const again = await send({ key: `"${key}"`, variables: { code } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await countOf(code)).toBe(1);
  });

  it("runs only one of many simultaneous requests", async () => {
    const [key, code] = [randomUUID(), newCode()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => send({ key, variables: { code } })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.data.saveCustomerGroup.code).toBe(code);
    expect(await countOf(code)).toBe(1);
  });

  it("is rejected with 422 for another document, other variables and another store view", async () => {
    const [key, code] = [randomUUID(), newCode()];
    await send({ key, variables: { code } });
    const others = [
      send({ key, variables: { code: newCode() } }),
      send({ key, variables: { code }, query: mutation.replace("{ id code }", "{ id }") }),
      send({ key, variables: { code }, headers: { Store: "default" } }),
    ];
    for (const answer of await Promise.all(others))
      expect(answer).toMatchObject(refused(422, "IDEMPOTENCY_KEY_REUSED"));
    // White space and a fragment around the mutation make no difference.
    expect((await send({ key, variables: { code }, query: mutation.replaceAll(" ", "\n ") })).status).toBe(200);
  });

  it("is separate for each caller, and from keys of REST calls", async () => {
    const [key, code] = [randomUUID(), newCode()];
    await send({ key, variables: { code } });
    const other = await send({ key, variables: { code: newCode() }, client: await app.asAdmin() });
    expect(other.body).toHaveProperty("data.saveCustomerGroup.id");
    const group = { code: newCode(), tax_class_id: 3 };
    expect((await admin.post("/V1/customerGroups", { group }, { headers: { "Idempotency-Key": key } })).status).toBe(
      422,
    );
  });

  it("is not used up by a mutation that fails", async () => {
    const [key, code] = [randomUUID(), newCode()];
    await send({ variables: { code } });
    const failed = await send({ key, variables: { code } });
    const { body } = await send({ variables: { code } });
    expect(body).toMatchObject({ data: { saveCustomerGroup: null }, errors: [{ path: ["saveCustomerGroup"] }] });
    expect(failed.body).toEqual(body);
    expect((await send({ key, variables: { code: newCode() } })).body).not.toHaveProperty("errors");
    const unfit = await send({ key: randomUUID(), variables: { code: 1 } });
    expect(unfit.body.errors[0].extensions.code).toBe("BAD_USER_INPUT");
  });

  it("repeats the failed rows of `user_errors`, and is not used up by a failure there", async () => {
    const [key, code] = [randomUUID(), newCode()];
    const query = mutation.replace(/}$/, "user_errors { path code } }");
    const first = await send({ key, query, variables: { code } });
    expect(first.body).toMatchObject({ data: { saveCustomerGroup: { code }, user_errors: [] } });
    expect((await send({ key, query, variables: { code } })).body).toEqual(first.body);
    const [other, taken] = [randomUUID(), { saveCustomerGroup: null, user_errors: [{ path: ["saveCustomerGroup"] }] }];
    expect((await send({ key: other, query, variables: { code } })).body).toMatchObject({ data: taken });
    expect((await send({ key: other, query, variables: { code: newCode() } })).body.data.user_errors).toEqual([]);
  });

  it("is rejected for several mutations and for a batch", async () => {
    const [key, code] = [randomUUID(), newCode()];
    const two = `mutation { a: saveCustomerGroup(group: { code: "${code}a", tax_class_id: 3 }) { id } ...rest }
      fragment rest on Mutation { b: saveCustomerGroup(group: { code: "${code}b", tax_class_id: 3 }) { id } }`;
    expect(await send({ key, query: two })).toMatchObject(refused(400, "BAD_REQUEST"));
    const batch = [{ query: mutation, variables: { code } }, { query: "{ __typename }" }];
    const { body } = await admin.request("/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(batch),
    });
    expect(body[0].errors[0].extensions.code).toBe("BAD_REQUEST");
    for (const name of [code, `${code}a`, `${code}b`]) expect(await countOf(name)).toBe(0);
    expect(await send({ key: "a b", variables: { code } })).toMatchObject(refused(400, "BAD_REQUEST"));
  });

  it("is ignored by queries and by mutations whose response must not be stored", async () => {
    const key = randomUUID();
    expect((await send({ key, query: "{ websites { id } }" })).body).toHaveProperty("data.websites");
    const revoke = 'mutation { revokeAdminTokens(token: "none") }';
    const first = await send({ key, query: revoke });
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect((await send({ key, query: revoke })).headers.get("Idempotency-Replayed")).toBeNull();
    expect(await app.db.query("select 1 from bulk_idempotency_key where key = $1::text", [key])).toEqual([]);
  });
});
