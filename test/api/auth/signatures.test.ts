import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { headerOf, integration, signed, signedParameters, SigningClient } from "../../support/oauth.js";

const path = "/V1/store/storeViews";
const { app } = useApp({ PORTICO_OAUTH_MINUTES: "30" });
let caller: SigningClient;

beforeAll(async () => {
  caller = await integration(app);
});

const now = () => Math.floor(Date.now() / 1000);
const signatureInvalid = { message: "The signature is invalid. Verify and try again." };

describe("a signature", () => {
  it("is rejected for another method, path, query, host, key or secret", async () => {
    const url = (of: string) => `${app.url}/rest${of}`;
    const { credentials } = caller;
    const other = (await integration(app)).credentials;
    const right = { method: "GET", url: url(path) };
    const forged = [
      signed(credentials, { ...right, method: "POST" }),
      signed(credentials, { ...right, url: url("/V1/store/websites") }),
      signed(credentials, { ...right, url: `${url(path)}?a=1` }),
      signed(credentials, { ...right, url: url(path).replace("127.0.0.1", "evil.example.com") }),
      signed(credentials, { ...right, url: url(path).replace("http:", "https:") }),
      signed({ ...credentials, consumer_secret: other.consumer_secret }, right),
      signed({ ...credentials, access_token_secret: other.access_token_secret }, right),
      signed({ ...credentials, access_token_secret: "" }, right),
      signed(
        {
          ...credentials,
          consumer_secret: credentials.access_token_secret,
          access_token_secret: credentials.consumer_secret,
        },
        right,
      ),
    ];
    for (const header of forged) {
      const reply = await caller.send("GET", path, header);
      expect([reply.status, reply.body]).toEqual([401, signatureInvalid]);
    }
  });

  it("is rejected if it is truncated, extended, of another type or missing", async () => {
    const request = { method: "GET", url: `${app.url}/rest${path}` };
    const right = signedParameters(caller.credentials, request);
    const signature = right["oauth_signature"] ?? "";
    for (const forged of [
      signature.slice(0, -4),
      signature.slice(0, -1),
      `${signature}=`,
      `${signature}AAAA`,
      ` ${signature}`,
      signature.toLowerCase(),
      "%00",
      "ä",
      "A",
    ]) {
      const reply = await caller.send("GET", path, headerOf({ ...right, oauth_signature: forged }));
      expect([reply.status, reply.body]).toEqual([401, signatureInvalid]);
    }
    expect((await caller.send("GET", path, headerOf(right))).status).toBe(200);
  });

  it("can use HMAC-SHA256, and HMAC-SHA1 if a setting allows it", async () => {
    const sha1 = { parameters: { oauth_signature_method: "HMAC-SHA1" } };
    const refused = await caller.get(path, sha1);
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: "Signature method %1 is not supported", parameters: ["HMAC-SHA1"] },
    ]);
    await using older = await startApp({ PORTICO_OAUTH_SHA1: "on" });
    const one = await integration(older);
    expect((await one.get(path, sha1)).status).toBe(200);
    expect((await one.get(path)).status).toBe(200);
    for (const method of ["PLAINTEXT", "RSA-SHA1", "hmac-sha256", "toString"]) {
      expect((await one.get(path, { parameters: { oauth_signature_method: method } })).status).toBe(400);
    }
  });

  it("is also checked on public routes", async () => {
    const customer = { email: "anybody@example.com", firstname: "A", lastname: "B" };
    const reply = await caller.post("/V1/customers", { customer }, { parameters: { oauth_signature: "forged" } });
    expect([reply.status, reply.body]).toEqual([401, signatureInvalid]);
  });
});

describe("the parameters of a signature", () => {
  const required = (name: string) => ({
    message: '"%fieldName" is required. Enter and try again.',
    parameters: { fieldName: name },
  });

  it.each(["consumer_key", "token", "signature", "signature_method", "nonce", "timestamp"])(
    "must include oauth_%s",
    async (name) => {
      for (const value of [undefined, ""]) {
        const reply = await caller.get(path, { parameters: { [`oauth_${name}`]: value } });
        expect([reply.status, reply.body]).toEqual([400, required(`oauth_${name}`)]);
      }
    },
  );

  it("are all named in the error if they are missing", async () => {
    for (const header of ["OAuth", "OAuth ", 'oauth realm="x"']) {
      const reply = await caller.send("GET", path, header);
      expect(reply.status).toBe(400);
      expect(
        reply.body.errors.map((error: { parameters: { fieldName: string } }) => error.parameters.fieldName),
      ).toEqual([
        "oauth_consumer_key",
        "oauth_signature",
        "oauth_signature_method",
        "oauth_nonce",
        "oauth_timestamp",
        "oauth_token",
      ]);
    }
  });

  it.each([
    [{ oauth_version: "2.0" }, 400, { message: 'The "%1" Oauth version isn\'t supported.', parameters: ["2.0"] }],
    [{ oauth_version: "" }, 400, { message: 'The "%1" Oauth version isn\'t supported.', parameters: [""] }],
    [{ oauth_token: "short" }, 400, { message: "The token length is invalid. Check the length and try again." }],
    [{ oauth_token: "x".repeat(32) }, 401, { message: "Specified token does not exist" }],
    [{ oauth_consumer_key: "short" }, 401, { message: "Consumer key is not the correct length" }],
    [{ oauth_consumer_key: "x".repeat(32) }, 401, { message: "A consumer having the specified key does not exist." }],
    [
      { oauth_consumer_key: `${"x".repeat(31)}\0` },
      401,
      { message: "A consumer having the specified key does not exist." },
    ],
    [{ oauth_timestamp: "0" }, 400, { message: "Incorrect timestamp value in the oauth_timestamp parameter" }],
    [{ oauth_timestamp: "-1" }, 400, { message: "Incorrect timestamp value in the oauth_timestamp parameter" }],
    [{ oauth_timestamp: "soon" }, 400, { message: "Incorrect timestamp value in the oauth_timestamp parameter" }],
    [{ oauth_timestamp: "1e9" }, 400, { message: "Incorrect timestamp value in the oauth_timestamp parameter" }],
    [
      { oauth_timestamp: "9".repeat(40) },
      400,
      { message: "Incorrect timestamp value in the oauth_timestamp parameter" },
    ],
    [{ oauth_nonce: "n".repeat(256) }, 400, { message: "The nonce must have 1 to %1 characters.", parameters: [255] }],
    [{ oauth_nonce: "a\0b" }, 400, { message: "The nonce must have 1 to %1 characters.", parameters: [255] }],
  ])("are rejected if they are %j, with the status %i", async (parameters, status, body) => {
    const reply = await caller.get(path, { parameters });
    expect([reply.status, reply.body]).toEqual([status, body]);
  });

  it("can lack a version", async () => {
    expect((await caller.get(path, { parameters: { oauth_version: undefined } })).status).toBe(200);
  });

  it("can come from a clock that is ten minutes fast, or slow within the setting", async () => {
    const at = (seconds: number) => caller.get(path, { parameters: { oauth_timestamp: String(now() + seconds) } });
    expect((await at(590)).status).toBe(200);
    expect((await at(620)).status).toBe(400);
    expect((await at(-29 * 60)).status).toBe(200);
    expect((await at(-31 * 60)).status).toBe(400);
  });

  it("must match: a consumer cannot use another one's token", async () => {
    const other = (await integration(app)).credentials;
    const mixed = new SigningClient(app.url, {
      ...caller.credentials,
      access_token: other.access_token,
      access_token_secret: other.access_token_secret,
    });
    const reply = await mixed.get(path);
    expect([reply.status, reply.body]).toEqual([
      401,
      { message: "Token is not associated with the specified consumer" },
    ]);
    const admin = await app.asAdmin();
    const stolen = await caller.get(path, { parameters: { oauth_token: admin.token } });
    expect([stolen.status, stolen.body]).toEqual([
      401,
      { message: "Token is not associated with the specified consumer" },
    ]);
  });
});

describe("the OAuth header", () => {
  const parts = () => signedParameters(caller.credentials, { method: "GET", url: `${app.url}/rest${path}` });
  const joinParameters = (between: string, quote = '"') =>
    Object.entries(parts())
      .map(([name, value]) => `${name}=${quote}${encodeURIComponent(value)}${quote}`)
      .join(between);

  it("names its scheme in upper or lower case, and can have spaces, commas and quotation marks anywhere", async () => {
    const headers = [
      headerOf(parts()).replace("OAuth", "oauth"),
      headerOf(parts()).replace("OAuth", "OAUTH"),
      `OAuth ${joinParameters(",")}`,
      `OAuth   ${joinParameters("  ,  ")}`,
      `OAuth ${joinParameters(", ", "")}`,
      `OAuth realm="a, b=c", ${joinParameters(", ")}`,
      `OAuth ${joinParameters(", ")},`,
    ];
    for (const header of headers)
      expect([header, (await caller.send("GET", path, header)).status]).toEqual([header, 200]);
  });

  it("distinguishes names by case", async () => {
    const { oauth_token: token = "", ...others } = parts();
    const reply = await caller.send("GET", path, headerOf({ ...others, OAUTH_TOKEN: token }));
    expect(reply.status).toBe(400);
  });

  it("is rejected with a duplicate or unreadable parameter", async () => {
    const header = headerOf(parts());
    for (const wrong of [
      `${header}, oauth_nonce="again"`,
      `${header}, oauth%5Fnonce="x"`,
      `${header} oauth_x`,
      `${header}, "`,
      `${header}, =x`,
      `${header}, x="%zz"`,
      `${header};x=y`,
    ]) {
      const reply = await caller.send("GET", path, wrong);
      expect([wrong, reply.status]).toEqual([wrong, 400]);
    }
  });

  it("is ignored if another scheme precedes it", async () => {
    for (const header of [
      `Bearer ${headerOf(parts())}`,
      `Bearer x, ${headerOf(parts())}`,
      `X${headerOf(parts())}`,
      `OAuth2 ${caller.credentials.access_token}`,
    ]) {
      expect((await caller.send("GET", path, header)).status).toBe(401);
    }
  });

  it("is not combined with another Authorization header", async () => {
    const admin = await app.asAdmin();
    const both = [headerOf(parts()), `Bearer ${admin.token}`];
    expect(await statusWith(both)).toBe(400);
    expect(await statusWith([headerOf(parts()), headerOf(parts())])).toBe(400);
    expect(await statusWith([`Bearer ${"x".repeat(32)}`, headerOf(parts())])).toBe(401);
    expect(await statusWith([headerOf(parts())])).toBe(200);
  });

  async function statusWith(authorization: string[]): Promise<number> {
    const { hostname, port } = new URL(app.url);
    const headers = [...authorization.flatMap((value) => ["Authorization", value]), "Host", `${hostname}:${port}`];
    const sent = httpRequest({ hostname, port, path: `/rest${path}`, headers });
    sent.end();
    const [response] = (await once(sent, "response")) as [{ statusCode: number; resume: () => void }];
    response.resume();
    return response.statusCode;
  }
});
