import { beforeAll, describe, expect, it } from "vitest";
import { setShopSetting } from "../../../src/commerce/store/published.structure.js";
import { answered, refused, set } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app } = useApp({ PORTICO_TRUST_PROXY: "on", PORTICO_BASE_URL: "https://shop.example.com" });
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Analytics::analytics_api"]);
});

const secure = { headers: { "X-Forwarded-Proto": "https" } };
const read = (more: typeof secure | Record<string, never> = secure) => admin.get("/V1/analytics/link", more);

describe("the link to the export for analytics", () => {
  it("is only returned over HTTPS, which is checked before anything else", async () => {
    expect(answered(await read({}))).toEqual(refused(400, "Operation allowed only in HTTPS"));
  });

  it("is not found without a subscription or a file, and otherwise names the operator's file", async () => {
    const notReady = refused(404, "File is not ready yet.");
    expect(answered(await read())).toEqual(notReady);
    const file = { "analytics/export/file": "analytics/ab12/data.tgz" };
    await set(app, { ...file, "analytics/export/initialization_vector": "AAAAAAAAAAAAAAAAAAAAAA==" });
    expect(answered(await read())).toEqual(notReady);
    await set(app, { "analytics/subscription/enabled": "1" });
    expect(answered(await read())).toEqual([
      200,
      {
        url: "https://shop.example.com/media/analytics/ab12/data.tgz",
        initialization_vector: "AAAAAAAAAAAAAAAAAAAAAA==",
      },
    ]);
    await set(app, { "analytics/export/file": "" });
    expect(answered(await read())).toEqual(notReady);
  });

  it("requires its permission", async () => {
    const other = await app.asAdmin(["Magento_Sales::actions_view"]);
    expect((await other.get("/V1/analytics/link", secure)).status).toBe(401);
  });

  it.each([
    ["analytics/export/file", "../../secret"],
    ["analytics/export/file", "/etc/passwd"],
    ["analytics/export/initialization_vector", "not base64"],
  ])("rejects the setting %s with the value %s", async (path, value) => {
    const setting = { path, scope: "default", value };
    await expect(setShopSetting(app.db, setting, { config: app.config })).rejects.toThrow("must be");
  });
});
