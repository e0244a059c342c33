import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const limit = 100_000;
const { app, admin } = useApp({ PORTICO_BODY_LIMIT: String(limit), PORTICO_GUEST_BODY_LIMIT: "50000" });

const json = { "Content-Type": "application/json" };
const setPrices = "/rest/V1/products/special-price";
const noRoute = { message: "Request does not match any route." };

describe("a path", () => {
  it.each(["", "/default", "/all"])("works with the store segment %j", async (store) => {
    expect((await admin.request(`/rest${store}/V1/store/websites`)).status).toBe(200);
    expect((await admin.request(`/index.php/rest${store}/V1/store/websites/`)).status).toBe(200);
  });

  it.each(["/rest/V1/nowhere", "/rest/V2/store/websites", "/rest/default/V1", "/elsewhere"])(
    "matches no route if it is %s, with or without permission",
    async (path) => {
      for (const client of [admin, app.asGuest()]) {
        expect(await client.request(path)).toMatchObject({ status: 404, body: noRoute });
      }
    },
  );

  it.each([
    "/rest",
    "/rest/default",
    "/rest/nowhere/V1/store/websites",
    "/rest/Default/V1/store/websites",
    "/rest/admin/V1/store/websites",
    "/rest/v1/store/websites",
    "/rest/default/default/V1/store/websites",
    "/rest/async/all/V1/store/websites",
    "/rest/nowhere/async/V1/products",
    "/rest/bulk/V1/products",
  ])("cannot be processed if it names no version after a known store view: %s", async (path) => {
    for (const client of [admin, app.asGuest()]) {
      const body = { message: "Specified request cannot be processed." };
      expect(await client.request(path)).toMatchObject({ status: 400, body });
    }
  });

  it("matches no route if it does not have the method", async () => {
    expect(await admin.request("/rest/V1/store/websites", { method: "DELETE" })).toMatchObject({
      status: 404,
      body: noRoute,
    });
  });

  it.each(["PATCH", "OPTIONS", "PROPFIND"])("is rejected with 405 for the verb %s, known or not", async (method) => {
    for (const path of ["/rest/V1/store/websites", "/rest/V1/nowhere", "/rest/nowhere", "/rest/async/V1/products"]) {
      const reply = await app.asGuest().request(path, { method });
      expect(reply).toMatchObject({ status: 405, body: { message: `The ${method} HTTP method is not supported.` } });
      expect(reply.headers.get("Allow")).toBe("GET, HEAD, POST, PUT, DELETE");
    }
  });
});

describe("the permission", () => {
  const refused = {
    status: 401,
    body: {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: "Magento_Catalog::catalog" },
    },
  };

  it("is checked before the body is read", async () => {
    expect(await app.asGuest().request(setPrices, { method: "POST", headers: json, body: "{" })).toMatchObject(refused);
  });

  it("covers only the role's resources", async () => {
    const other = await app.asAdmin(["Magento_Backend::store"]);
    expect(await other.post("/V1/products/special-price", { prices: [] })).toMatchObject(refused);
    const same = await app.asAdmin(["Magento_Catalog::catalog"]);
    expect(await same.post("/V1/products/special-price", { prices: [] })).toMatchObject({ status: 200, body: [] });
  });

  it("is denied to an unknown token, and the log gives the reason", async () => {
    const headers = { Authorization: "Bearer forged" };
    expect(await app.asGuest().get("/V1/store/websites", { headers })).toMatchObject({ status: 401 });
    const because = "the caller is treated as a guest: unknown token";
    expect(app.logs.at(-2)).toMatchObject({ reason: "unknown token", because, msg: "not authorized" });
  });
});

describe("a request body", () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
    admin.request(setPrices, { method: "POST", headers, body });

  it.each([
    ["{", json, "Decoding error."],
    [" ", json, "Decoding error."],
    [new Uint8Array([0x7b, 0xff, 0x7d]), json, "Decoding error."],
    ["{}", { "Content-Type": "text" }, "Server cannot understand Content-Type HTTP header media type text"],
    ["{}", { "Content-Type": "application/json, text" }, "Content-Type header is invalid."],
    ["{}", { "Content-Type": "application/json; charset=latin1" }, "UTF-8 is the only supported charset."],
    ["{}", { "Content-Type": "text/csv" }, "Server cannot understand Content-Type HTTP header media type text/csv"],
    ["<a", { "Content-Type": "application/xml" }, "Decoding error."],
  ])("is rejected with the content %j and the type %j", async (body, headers, message) => {
    expect(await send(body, headers)).toMatchObject({ status: 400, body: { message } });
  });

  it("requires a content type", async () => {
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const url = new URL(setPrices, app.url);
      const headers = { Authorization: `Bearer ${admin.token}`, "Content-Length": "2" };
      const outgoing = request(url, { method: "POST", headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
      outgoing.on("error", reject);
      outgoing.end("{}");
    });
    expect(answer).toEqual({ status: 400, text: '{"message":"Content-Type header is empty."}' });
  });

  it("can be omitted, like an empty object", async () => {
    const answer = { status: 400, body: { parameters: { fieldName: "prices" } } };
    expect(await send("")).toMatchObject(answer);
    expect(await send("{}")).toMatchObject(answer);
    expect(await send("[]")).toMatchObject(answer);
  });

  it("is rejected with 413 above the limit, with and without a declared length", async () => {
    const long = JSON.stringify({ prices: [], padding: "x".repeat(limit) });
    expect(await send(long)).toMatchObject({ status: 413 });
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(long));
        controller.close();
      },
    });
    const init = { method: "POST", headers: json, body: chunks, duplex: "half" } as RequestInit;
    expect(await admin.request(setPrices, init)).toMatchObject({ status: 413 });
  });

  it("is rejected if it nests too deeply, in JSON, in XML and in an element of a bulk", async () => {
    const deep = `{"prices":[{"sku":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`;
    const message = "The request body nests deeper than %limit levels.";
    expect(await send(deep)).toMatchObject({ status: 400, body: { message } });
    const bulk = { method: "POST", headers: json, body: `[${deep}]` };
    expect(await admin.request("/rest/async/bulk/V1/products/special-price", bulk)).toMatchObject({
      status: 400,
      body: { message },
    });
    const xml = { "Content-Type": "application/xml" };
    expect(await send("<a>".repeat(5000) + "</a>".repeat(5000), xml)).toMatchObject({
      status: 400,
      body: { message },
    });
    expect(await send("<a>".repeat(5000), xml)).toMatchObject({ status: 400, body: { message } });
  });

  it("cannot set a prototype, neither in JSON nor in XML", async () => {
    const refused = { status: 400, body: { message: expect.stringContaining("is not supported") as string } };
    expect(await send('{"prices":[{"__proto__":{"sku":"a"}}]}')).toMatchObject(refused);
    const row = "<a><prices><item><__proto__><sku>a</sku></__proto__></item></prices></a>";
    expect(await send(row, { "Content-Type": "application/xml" })).toMatchObject(refused);
  });

  it("has a lower limit for guests than for administrators", async () => {
    const account = { customer: { email: "long@example.com", firstname: "x".repeat(60_000), lastname: "B" } };
    expect(await app.asGuest().post("/V1/customers", account)).toMatchObject({
      status: 413,
      body: { parameters: { limit: 50_000 } },
    });
    expect(await admin.post("/V1/customers", account)).toMatchObject({ status: 400 });
  });

  it("can be XML", async () => {
    const row = "<sku>no-such</sku><price>1.5</price><store_id>0</store_id>";
    const answer = await send(`<any><prices><item>${row}</item></prices></any>`, { "Content-Type": "application/xml" });
    expect(answer).toMatchObject({ status: 200, body: [{ parameters: ["no-such", "0", null, null] }] });
  });
});

describe("a response", () => {
  it("is XML if the client prefers it, including errors", async () => {
    const headers = { Accept: "application/xml" };
    const answer = await admin.get("/V1/store/websites?fields=code", { headers });
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(answer.text).toContain("<response><item><code>admin</code></item><item><code>base</code></item></response>");
    const error = await app.asGuest().get("/V1/store/websites", { headers });
    expect(error.text).toContain("<parameters><resources>Magento_Backend::store</resources></parameters>");
  });

  it("is a 406 in the alternate envelope if the client accepts only another format", async () => {
    for (const format of ["text/csv", "constructor", "__proto__"]) {
      expect(await admin.get("/V1/store/websites", { headers: { Accept: format } })).toMatchObject({
        status: 406,
        body: {
          messages: { error: [{ code: 406, message: "Server cannot understand Accept HTTP header media type." }] },
        },
      });
    }
  });

  it("has the caller's request id or a new one, which is also logged", async () => {
    const answer = await admin.get("/V1/store/websites", { headers: { "X-Request-Id": "my-call.1" } });
    expect(answer.headers.get("x-request-id")).toBe("my-call.1");
    expect(app.logs.at(-1)).toMatchObject({ requestId: "my-call.1", method: "GET", status: 200 });
    const other = await admin.get("/V1/store/websites", { headers: { "X-Request-Id": "not a plain id" } });
    expect(other.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("never contains internal errors, only the id of a report in the log", async () => {
    await app.db.execute("alter table website rename to website_hidden");
    const answer = await admin.get("/V1/store/websites");
    await app.db.execute("alter table website_hidden rename to website");
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body as object)).toEqual(["message"]);
    const reportId = /webapi-[0-9a-f]{13}/.exec(answer.text)?.[0];
    expect(app.logs.find((line) => line["reportId"] === reportId)).toMatchObject({ msg: "unexpected error" });
  });
});

it("the log contains no tokens or passwords", async () => {
  await app.asGuest().post("/V1/integration/admin/token", { username: "somebody", password: "hidden-from-logs" });
  const written = JSON.stringify(app.logs);
  expect(written).not.toContain("hidden-from-logs");
  expect(written).not.toContain(admin.token);
});
