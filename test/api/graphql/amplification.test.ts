import { getIntrospectionQuery } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp();

let guest: Client;
beforeAll(async () => {
  guest = app.asGuest();
});

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(" ")} }`;
const tooCostly = { status: 400, body: { errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }] } };
const typeNames = "__schema { types { name } }";
const regions = "countries { available_regions { id code name } }";

const sendBatch = (client: Client, queries: readonly string[]) =>
  client.request("/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(queries.map((query) => ({ query }))),
  });

describe("A short GraphQL document", () => {
  it.each([
    ["aliases", aliases(2, typeNames)],
    ["types by name", aliases(2, '__type(name: "Query") { name }')],
    ["other fields", `{ ${typeNames} countries { id } }`],
    ["a fragment", `{ ...F ...G } fragment F on Query { a: ${typeNames} } fragment G on Query { b: ${typeNames} }`],
  ])("cannot read the schema several times with %s", async (_, query) => {
    expect(await guest.graphql(query)).toMatchObject(tooCostly);
    expect(await admin.graphql(query)).toMatchObject(tooCostly);
  });

  it("cannot read the schema once in each document of a batch", async () => {
    const { body } = await sendBatch(admin, [`{ ${typeNames} }`, `{ ${typeNames} }`]);
    expect(body).toMatchObject([{ data: {} }, { errors: [{ extensions: { code: "QUERY_TOO_COSTLY" } }] }]);
  });

  it("cannot read the parts of the schema several times, by aliases and by nesting", async () => {
    const whole = "fields { name args { name description type { name ofType { name ofType { name } } } } }";
    const repeated = Array.from({ length: 12 }, (_, at) => `a${at}: ${whole}`).join(" ");
    expect(await admin.graphql(`{ __schema { types { ${repeated} } } }`)).toMatchObject(tooCostly);
    const nested = "fields { type { fields { name description args { name description type { name } } } } }";
    expect(await admin.graphql(`{ __schema { types { ${nested} b: ${nested} c: ${nested} } } }`)).toMatchObject(
      tooCostly,
    );
  });

  it("cannot repeat a long name for each part of the schema", async () => {
    const name = "n".repeat(10_000);
    expect(await admin.graphql(`{ __schema { types { fields { ${name}: name } } } }`)).toMatchObject(tooCostly);
  });

  it("reads the whole schema as tools do, with the same answer each time", async () => {
    const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true, oneOf: true });
    const first = await guest.graphql(query);
    expect(first).toMatchObject({ status: 200, body: { data: { __schema: { queryType: { name: "Query" } } } } });
    expect(first.body).not.toHaveProperty("errors");
    expect((await guest.graphql(query)).text).toBe(first.text);
    expect((await admin.graphql(query)).text).toBe(first.text);
  });

  it("answers each part of the schema by its own variables", async () => {
    const query = "query ($name: String!) { __type(name: $name) { name } }";
    expect((await admin.graphql(query, { name: "Country" })).body).toEqual({ data: { __type: { name: "Country" } } });
    expect((await admin.graphql(query, { name: "Product" })).body).toEqual({ data: { __type: { name: "Product" } } });
  });

  it("counts the elements of lists that have no pages", async () => {
    expect(await guest.graphql(aliases(100, regions))).toMatchObject(tooCostly);
    expect((await guest.graphql(`{ ${regions} }`)).body).not.toHaveProperty("errors");
  });

  it("counts the documents of a batch together", async () => {
    const { body } = await sendBatch(
      guest,
      Array.from({ length: 10 }, () => aliases(2, regions)),
    );
    const failed = (body as { errors?: unknown }[]).filter(({ errors }) => errors);
    expect(failed.length).toBeGreaterThan(7);
  });

  it("calls a limited number of operations", async () => {
    expect(await admin.graphql(aliases(201, "websites { id }"))).toMatchObject(tooCostly);
    expect((await admin.graphql(aliases(200, "websites { id }"))).body).not.toHaveProperty("errors");
    const edges = Array.from({ length: 200 }, (_, at) => `a${at}: categories { id }`).join(" ");
    expect(await admin.graphql(`{ products(first: 1) { items { ${edges} } } }`)).toMatchObject(tooCostly);
  });

  it("gets an answer of limited size, as a guest by the size of the document", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `${"n".repeat(90)}${at}: id`).join(" ");
    const query = `{ countries { ${names} } }`;
    const { text, body } = await guest.graphql(query);
    const limit = Math.ceil(Buffer.byteLength(query) / 1000) * 200_000;
    expect(body.errors).toEqual([
      {
        message: `The answer is larger than ${limit} bytes. Select fewer fields or a smaller page.`,
        locations: expect.anything() as unknown,
        path: ["countries", expect.any(Number), expect.any(String)],
        extensions: { code: "ANSWER_TOO_LARGE" },
      },
    ]);
    expect(text.length).toBeLessThan(limit);
    expect((await admin.graphql(query)).body).not.toHaveProperty("errors");
  });

  it("counts the names of types in the size of the answer", async () => {
    const names = Array.from({ length: 39 }, (_, at) => `aaaaaaa${at + 10}: __typename`).join(" ");
    const { text, body } = await guest.graphql(`{ countries { ${names} } }`);
    expect(body.errors).toMatchObject([{ extensions: { code: "ANSWER_TOO_LARGE" } }]);
    expect(text.length).toBeLessThan(1000);
  });

  it("makes guests wait who read ever new parts of the schema, and nobody else", async () => {
    const read = (client: Client, at: number) => client.graphql(`{ a${at}: __type(name: "Query") { name } }`);
    const answers = [];
    for (let at = 0; at < 12; at += 1) answers.push(await read(guest, at));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get("retry-after")).toBe("5");
    expect((await read(guest, 0)).status).toBe(200);
    expect((await read(admin, 100)).status).toBe(200);
  });
});
