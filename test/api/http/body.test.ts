import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Actor, guest, UserType } from "../../../src/api/auth/actor.js";
import { readConfig } from "../../../src/config.js";
import { RateLimits } from "../../../src/api/auth/limits/rate-limits.js";
import { type BodyLimits, bodyLimits, readBody } from "../../../src/api/http/body/body.js";
import { BodyBudget, BodyBudgets } from "../../../src/api/http/body/body-budget.js";

const limits: BodyLimits = {
  bytes: 1 << 20,
  xmlBytes: 500,
  values: 1000,
  elementValues: 1000,
  xmlElements: 10,
  budget: new BodyBudget(10 << 20),
  enter: () => Promise.resolve(),
};

function read(text: string | Buffer, headers: IncomingMessage["headers"] = {}): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  const own = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  request.headers = { ...own, ...headers };
  request.push(text);
  request.push(null);
  return readBody({ request, response: new ServerResponse(request) }, limits);
}

describe("the limits of a request body", () => {
  const config = readConfig({ PORTICO_GUEST_BODY_LIMIT: "2048", PORTICO_XML_LIMIT: "4096" });
  const known: Actor = { ...guest, type: UserType.integration, id: 1 };
  const limitsOf = (actor: Actor) => bodyLimits({ config, limits: new RateLimits(config) }, actor);

  it("are lower for guests and customers than for administrators and integrations", () => {
    expect(limitsOf(known)).toMatchObject({ bytes: 16 << 20, xmlBytes: 4096 });
    expect(limitsOf(guest)).toMatchObject({ bytes: 2048, xmlBytes: 2048 });
    const { enter: _enter, ...ofGuests } = limitsOf(guest);
    expect(limitsOf({ ...guest, type: UserType.customer, id: 1 })).toMatchObject(ofGuests);
  });

  it("include the number of JSON values", async () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
    expect(await read(list(400))).toHaveLength(400);
    await expect(read(list(600))).rejects.toMatchObject({
      status: 413,
      template: "The request body has more than %limit values.",
    });
  });

  it("include the bytes and the elements of XML", async () => {
    const xml = { "content-type": "application/xml" };
    expect(await read(`<a>${"<b/>".repeat(9)}</a>`, xml)).toEqual({ b: Array.from({ length: 9 }, () => null) });
    await expect(read(`<a>${"<b/>".repeat(10)}</a>`, xml)).rejects.toMatchObject({ status: 413 });
    await expect(read(`<a>${"x".repeat(500)}</a>`, xml)).rejects.toMatchObject({ status: 413 });
  });
});

describe("a large list in a body", () => {
  const of = (element: string, count = 300) => `[${Array.from({ length: count }, () => element).join(",")}]`;
  const filler = "x".repeat(500);

  it("keeps the digits of long numbers", async () => {
    expect(await read(of(`{"price":12345678901234567.125,"name":"${filler}"}`))).toContainEqual({
      price: "12345678901234567.125",
      name: filler,
    });
  });

  it("is rejected with an unpaired surrogate or invalid UTF-8", async () => {
    await expect(read(of(`"\\ud800${filler}"`))).rejects.toMatchObject({ status: 400 });
    const bytes = Buffer.from(of(`"${filler}"`));
    bytes[bytes.length - 100] = 0xff;
    await expect(read(bytes)).rejects.toMatchObject({ status: 400 });
  });
});

describe("the budget of all bodies", () => {
  const refused = { code: "SERVICE_UNAVAILABLE" };
  const budgets = () => new BodyBudgets({ PORTICO_BODIES_LIMIT: 1000 });
  const administrator: Actor = { ...guest, type: UserType.administrator, id: 1 };

  it("gives at most a quarter to guests and customers together", () => {
    const all = budgets();
    all.of(guest).reserve(200);
    expect(() => all.of({ ...guest, type: UserType.customer, id: 1 }).reserve(51)).toThrow(
      expect.objectContaining(refused),
    );
    expect(() => all.of(administrator).reserve(801)).toThrow(expect.objectContaining(refused));
    all.of(administrator).reserve(800);
    expect(() => all.of(guest).reserve(1)).toThrow(expect.objectContaining(refused));
    all.of(administrator).release(800);
    all.of(guest).reserve(50);
  });
});

describe("a request body", () => {
  it("is rejected if it is compressed", async () => {
    await expect(read("{}", { "content-encoding": "gzip" })).rejects.toMatchObject({ status: 400 });
    expect(await read('{"a":1}', { "content-encoding": "identity" })).toEqual({ a: 1 });
  });

  it("is rejected if a text or a name contains an unpaired surrogate", async () => {
    const refused = "A string in the request body is not valid Unicode.";
    for (const text of ['{"sku":"a\\ud800"}', '{"list":[{"\\uDC00b":1}]}', '["\\udc00\\ud800"]'])
      await expect(read(text)).rejects.toThrow(refused);
    expect(await read('{"sku":"\\ud83d\\ude00"}')).toEqual({ sku: "😀" });
    expect(await read('{"sku":"\\\\ud800"}')).toEqual({ sku: "\\ud800" });
    const xml = { "content-type": "application/xml" };
    await expect(read("<a><sku>&#xD800;</sku></a>", xml)).rejects.toThrow();
  });

  it("can nest a hundred levels deep and no deeper", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(await read(nested(100))).toHaveLength(1);
    await expect(read(nested(101))).rejects.toMatchObject({
      status: 400,
      template: "The request body nests deeper than %limit levels.",
    });
    await expect(read(`{"a":${nested(100)}}`)).rejects.toMatchObject({ status: 400 });
  });

  it("can have any number of brackets and commas in strings", async () => {
    const text = '\\"[{,'.repeat(2000);
    expect(await read(JSON.stringify({ [text]: [text, "\\"] }))).toEqual({ [text]: [text, "\\"] });
  });
});

describe("a number in a JSON body", () => {
  it("keeps digits that a double cannot represent, at any position", async () => {
    for (let before = 0; before < 40; before += 1) {
      const padding = "x".repeat(before);
      expect(await read(`{"${padding}":0.123456789012345678,"after":"${padding}"}`)).toMatchObject({
        [padding]: "0.123456789012345678",
      });
      expect(await read(`{"${padding}":12345678901234.123456,"after":1.5}`)).toEqual({
        [padding]: "12345678901234.123456",
        after: 1.5,
      });
    }
  });

  it("keeps them after many short numbers", async () => {
    const short = Array.from({ length: 200 }, (_, index) => index / 100);
    expect(await read(JSON.stringify({ short }).replace("}", ',"long":99999999999999.999999}'))).toEqual({
      short,
      long: "99999999999999.999999",
    });
  });

  it("keeps its digits whatever the strings around it", async () => {
    const text = 'a "quoted" 12345678901234567890 \\\\ -1.5e400, ';
    const body = `{"a":${JSON.stringify(text)},"b":[-12345678901234567890,1e400,0.10000000000000000],"c":"\\\\"}`;
    expect(await read(body)).toEqual({ a: text, b: ["-12345678901234567890", Infinity, 0.1], c: "\\" });
  });

  it.each([
    "01234567890123456789",
    "1234567890123456.",
    "12345678901234567890-1",
    "--12345678901234567890",
    "+12345678901234567890",
  ])("is rejected for %s", async (number) => {
    await expect(read(`{"a":${number}}`)).rejects.toMatchObject({ status: 400, template: "Decoding error." });
  });

  it("stays a number if a double can represent it", async () => {
    expect(await read('{"price":29.95,"from":"2099-01-01 00:00:00"}')).toEqual({
      price: 29.95,
      from: "2099-01-01 00:00:00",
    });
  });
});
