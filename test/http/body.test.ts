import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Actor, guest, UserType } from "../../src/auth/actor.js";
import { readConfig } from "../../src/config.js";
import { RateLimits } from "../../src/auth/limits/rate-limits.js";
import { type BodyLimits, bodyLimits, readBody } from "../../src/http/body.js";
import { BodyBudget, BodyBudgets } from "../../src/http/body-budget.js";

const limits: BodyLimits = {
  bytes: 1 << 20,
  xmlBytes: 500,
  values: 1000,
  xmlElements: 10,
  budget: new BodyBudget(10 << 20),
};

function read(text: string, headers: IncomingMessage["headers"] = {}): Promise<unknown> {
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

  it("are smaller for guests and customers than for administrators and integrations", () => {
    expect(limitsOf(known)).toMatchObject({ bytes: 16 << 20, xmlBytes: 4096 });
    expect(limitsOf(guest)).toMatchObject({ bytes: 2048, xmlBytes: 2048 });
    expect(limitsOf({ ...guest, type: UserType.customer, id: 1 })).toEqual(limitsOf(guest));
  });

  it("count the values of JSON", async () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({})));
    expect(await read(list(400))).toHaveLength(400);
    await expect(read(list(600))).rejects.toMatchObject({
      status: 413,
      template: "The request body has more than %limit values.",
    });
  });

  it("count the bytes and the elements of XML", async () => {
    const xml = { "content-type": "application/xml" };
    expect(await read(`<a>${"<b/>".repeat(9)}</a>`, xml)).toEqual({ b: Array.from({ length: 9 }, () => "") });
    await expect(read(`<a>${"<b/>".repeat(10)}</a>`, xml)).rejects.toMatchObject({ status: 413 });
    await expect(read(`<a>${"x".repeat(500)}</a>`, xml)).rejects.toMatchObject({ status: 413 });
  });
});

describe("the budget of all bodies", () => {
  const refused = { code: "SERVICE_UNAVAILABLE" };
  const budgets = () => new BodyBudgets({ PORTICO_BODIES_LIMIT: 1000 });
  const administrator: Actor = { ...guest, type: UserType.administrator, id: 1 };

  it("gives guests and customers together a quarter, and counts it for all", () => {
    const all = budgets();
    all.of(guest).take(200);
    expect(() => all.of({ ...guest, type: UserType.customer, id: 1 }).take(51)).toThrow(
      expect.objectContaining(refused),
    );
    expect(() => all.of(administrator).take(801)).toThrow(expect.objectContaining(refused));
    all.of(administrator).take(800);
    expect(() => all.of(guest).take(1)).toThrow(expect.objectContaining(refused));
    all.of(administrator).giveBack(800);
    all.of(guest).take(50);
  });
});

describe("a request body", () => {
  it("is refused when it is compressed", async () => {
    await expect(read("{}", { "content-encoding": "gzip" })).rejects.toMatchObject({ status: 400 });
    expect(await read('{"a":1}', { "content-encoding": "identity" })).toEqual({ a: 1 });
  });

  it("may nest a hundred levels deep and no deeper", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(await read(nested(100))).toHaveLength(1);
    await expect(read(nested(101))).rejects.toMatchObject({
      status: 400,
      template: "The request body nests deeper than %limit levels.",
    });
    await expect(read(`{"a":${nested(100)}}`)).rejects.toMatchObject({ status: 400 });
  });

  it("may have any number of brackets and commas in its texts", async () => {
    const text = '\\"[{,'.repeat(2000);
    expect(await read(JSON.stringify({ [text]: [text, "\\"] }))).toEqual({ [text]: [text, "\\"] });
  });
});

describe("a number in a JSON body", () => {
  it("keeps digits that a double cannot hold, wherever it stands", async () => {
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

  it("keeps them behind many short numbers too", async () => {
    const short = Array.from({ length: 200 }, (_, index) => index / 100);
    expect(await read(JSON.stringify({ short }).replace("}", ',"long":99999999999999.999999}'))).toEqual({
      short,
      long: "99999999999999.999999",
    });
  });

  it("keeps its digits whatever stands in the texts around it", async () => {
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
  ])("is refused when it is %s", async (number) => {
    await expect(read(`{"a":${number}}`)).rejects.toMatchObject({ status: 400, template: "Decoding error." });
  });

  it("is a number where a double holds it", async () => {
    expect(await read('{"price":29.95,"from":"2099-01-01 00:00:00"}')).toEqual({
      price: 29.95,
      from: "2099-01-01 00:00:00",
    });
  });
});
