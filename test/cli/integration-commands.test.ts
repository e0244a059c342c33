import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReceiver } from "../api/bulk/callback-receiver.js";
import { type Credentials, signed } from "../support/oauth.js";
import { answerOf, dataFolder, type DataFolder, portico, serveInProcess, type InProcessServer } from "./portico.js";

let folder: DataFolder;
let server: InProcessServer;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveInProcess(folder);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const create = (name: string, ...rest: string[]) => ["integration:create", "--name", name, ...rest];

/** Returns the status of a signed call. */
async function statusOf(rest: string, credentials: Credentials): Promise<number> {
  const url = `${rest}store/storeViews`;
  const Authorization = signed(credentials, { method: "GET", url });
  return (await fetch(url, { headers: { Authorization } })).status;
}

describe("integration:create, integration:list and integration:revoke", () => {
  it("let an integration call a running server until it is revoked", async () => {
    const credentials = await answerOf<Credentials & { integration_id: number }>(folder, create("ERP", "--all"));
    const token = expect.stringMatching(/^[a-z0-9]{32}$/) as string;
    expect(credentials).toEqual({
      integration_id: expect.any(Number) as number,
      consumer_key: token,
      consumer_secret: token,
      access_token: token,
      access_token_secret: token,
    });
    expect(await statusOf(server.rest, credentials)).toBe(200);
    const { stdout } = await portico(folder, ["integration:list"]);
    expect(stdout).toMatch(new RegExp(`^\\d+ +ERP +active +${credentials.consumer_key} +Magento_Backend::all$`, "m"));
    const listed = JSON.stringify(await answerOf(folder, ["integration:list"]));
    for (const secret of [credentials.consumer_secret, credentials.access_token, credentials.access_token_secret])
      expect(listed + stdout).not.toContain(secret);
    expect(await answerOf(folder, ["integration:revoke", "ERP"])).toMatchObject({ name: "ERP" });
    expect(await statusOf(server.rest, credentials)).toBe(401);
  });

  it("grant the listed resources and reject unknown ones", async () => {
    const wanted = "Magento_Backend::store, Magento_Customer::group";
    const { stdout } = await portico(folder, create("Narrow", "--resources", wanted));
    expect(stdout).toMatch(/^ {2}consumer_secret +[a-z0-9]{32}$/m);
    const list = await answerOf<{ integrations: { name: string; resources: string[] }[] }>(folder, [
      "integration:list",
    ]);
    const narrow = list.integrations.find(({ name }) => name === "Narrow");
    expect(narrow?.resources).toEqual(["Magento_Backend::store", "Magento_Customer::group"]);
    const invalid = [
      [create("Wrong", "--resources", "Magento_No::where"), /"Magento_No::where" does not exist/],
      [create("Narrow", "--all"), /"Narrow" exists/],
      [create("Neither"), /either --resources or --all/],
      [create("Both", "--all", "--resources", "Magento_Backend::store"), /either --resources or --all/],
      [create("Elsewhere", "--all", "--callback-url", "https://example.com/"), /not allowed/],
      [["integration:revoke", "Nobody"], /The integration Nobody does not exist/],
      [["integration:activate", "Narrow"], /no callback URL/],
    ] as const;
    for (const [args, message] of invalid) {
      const { code, stderr } = await portico(folder, args);
      expect({ args, code, stderr }).toEqual({ args, code: 1, stderr: expect.stringMatching(message) as string });
    }
  });
});

describe("integration:activate", () => {
  it("posts to the callback URL and prints the page to continue on", async () => {
    await using receiver = await startReceiver();
    const settings = {
      PORTICO_CALLBACK_HOSTS: "127.0.0.1",
      PORTICO_CALLBACK_PRIVATE: "on",
      PORTICO_CALLBACK_SECRET: `whsec_${randomBytes(24).toString("base64")}`,
      PORTICO_BASE_URL: "https://shop.example.com",
    };
    const link = ["--identity-link-url", "https://erp.example.com/"];
    const args = create("Shipping", "--all", "--callback-url", receiver.url, ...link);
    const created = await answerOf<Partial<Credentials>>(folder, args, settings);
    expect(created).toMatchObject({ access_token: null, access_token_secret: null });
    const answer = await answerOf<{ identity_link_url: string }>(
      folder,
      ["integration:activate", "Shipping"],
      settings,
    );
    expect(answer.identity_link_url).toMatch(/^https:\/\/erp\.example\.com\/\?oauth_consumer_key=[a-z0-9]{32}&/);
    const form = new URLSearchParams(receiver.received[0]?.body);
    expect(form.get("oauth_consumer_key")).toBe(created.consumer_key);
    expect(form.get("store_base_url")).toBe("https://shop.example.com/");
  });
});
