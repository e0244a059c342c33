import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";

const { app } = useApp({ PORTICO_BASE_URL: "https://shop.example.com" });

beforeAll(async () => {
  await app.db.execute(`insert into website (id, code, name, default_group_id) values (7, 'eu', 'Europe', 7)`);
  await app.db.execute(
    `insert into store_group (id, website_id, code, name, root_category_id, default_store_id)
     values (7, 7, 'eu_store', 'Europe Store', 2, 8)`,
  );
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id, is_active, sort_order)
     values (7, 'fr', 'French', 7, 7, 1, 20), (8, 'de', 'German', 7, 7, 0, 10)`,
  );
});

describe("stores", () => {
  it("are listed, including the admin store", async () => {
    const admin = await app.asAdmin(["Magento_Backend::store"]);
    const views = await admin.get("/V1/store/storeViews");
    expect(views.status).toBe(200);
    expect(views.body.at(-1)).toEqual({
      id: 0,
      code: "admin",
      name: "Admin",
      website_id: 0,
      store_group_id: 0,
      is_active: 1,
    });
    expect(views.body.map((view: { code: string }) => view.code)).toEqual(["default", "fr", "de", "admin"]);
    const groups = await admin.get("/V1/store/storeGroups");
    expect(groups.body[2]).toEqual({
      id: 7,
      website_id: 7,
      root_category_id: 2,
      default_store_id: 8,
      name: "Europe Store",
      code: "eu_store",
    });
    const websites = await admin.get("/V1/store/websites");
    expect(websites.body.map((website: { code: string }) => website.code)).toEqual(["admin", "base", "eu"]);
    expect(websites.body[1]).toEqual({ id: 1, code: "base", name: "Main Website", default_group_id: 1 });
  });

  it.each(["storeViews", "storeGroups", "websites", "storeConfigs"])(
    "require the store resource for %s",
    async (list) => {
      const refused = {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: "Magento_Backend::store" },
      };
      const guest = await app.asGuest().get(`/V1/store/${list}`);
      expect([guest.status, guest.body]).toEqual([401, refused]);
      const other = await (await app.asAdmin(["Magento_Catalog::catalog"])).get(`/V1/store/${list}`);
      expect([other.status, other.body]).toEqual([401, refused]);
    },
  );

  it("are public if the setting allows it", async () => {
    await using open = await startApp({ PORTICO_ANONYMOUS_CATALOG: "on" });
    for (const list of ["storeViews", "storeGroups", "websites", "storeConfigs"]) {
      expect((await open.asGuest().get(`/V1/store/${list}`)).status).toBe(200);
    }
  });
});

describe("store configs", () => {
  it("have Magento's values in a new installation, under the URL of the service", async () => {
    const admin = await app.asAdmin();
    const { body } = await admin.get("/V1/store/storeConfigs?storeCodes[]=default");
    expect(body).toEqual([
      {
        id: 1,
        code: "default",
        website_id: 1,
        locale: "en_US",
        base_currency_code: "USD",
        default_display_currency_code: "USD",
        timezone: "America/Los_Angeles",
        weight_unit: "lbs",
        base_url: "https://shop.example.com/",
        base_link_url: "https://shop.example.com/",
        base_static_url: "https://shop.example.com/static/",
        base_media_url: "https://shop.example.com/media/",
        secure_base_url: "https://shop.example.com/",
        secure_base_link_url: "https://shop.example.com/",
        secure_base_static_url: "https://shop.example.com/static/",
        secure_base_media_url: "https://shop.example.com/media/",
      },
    ]);
  });

  it("list all store views except the admin one, in the order of the shop", async () => {
    const { body } = await (await app.asAdmin()).get("/V1/store/storeConfigs");
    expect(body.map((config: { code: string }) => config.code)).toEqual(["default", "de", "fr"]);
  });

  it("ignore unknown codes", async () => {
    const admin = await app.asAdmin();
    const some = await admin.get("/V1/store/storeConfigs?storeCodes[]=nowhere&storeCodes[]=fr&storeCodes[]=admin");
    expect(some.body.map((config: { code: string }) => config.code)).toEqual(["fr"]);
    const none = await admin.get("/V1/store/storeConfigs?storeCodes[]=nowhere");
    expect([none.status, none.body]).toEqual([200, []]);
  });

  it("take each value from the narrowest scope that has one", async () => {
    await app.db.execute(
      `insert into config_value (scope, scope_id, path, value) values
       ('websites', 7, 'general/locale/code', 'de_DE'), ('stores', 7, 'general/locale/code', 'fr_FR'),
       ('websites', 7, 'currency/options/default', 'EUR'), ('stores', 1, 'general/locale/weight_unit', 'kgs'),
       ('websites', 7, 'web/unsecure/base_url', 'http://eu.example.com/'),
       ('stores', 8, 'web/secure/base_url', 'https://de.example.com')`,
    );
    const admin = await app.asAdmin();
    const { body } = await admin.get("/V1/store/storeConfigs");
    const byCode = Object.fromEntries(body.map((config: { code: string }) => [config.code, config]));
    expect(byCode["fr"]).toMatchObject({ locale: "fr_FR", default_display_currency_code: "EUR", weight_unit: "lbs" });
    expect(byCode["de"]).toMatchObject({ locale: "de_DE", default_display_currency_code: "EUR", weight_unit: "lbs" });
    expect(byCode["default"]).toMatchObject({
      locale: "en_US",
      default_display_currency_code: "USD",
      weight_unit: "kgs",
    });
    expect(byCode["fr"]).toMatchObject({
      base_media_url: "http://eu.example.com/media/",
      secure_base_link_url: "http://eu.example.com/",
    });
    expect(byCode["de"]).toMatchObject({
      base_url: "http://eu.example.com/",
      secure_base_url: "https://de.example.com/",
      secure_base_static_url: "https://de.example.com/static/",
    });
  });

  it("are read with two statements for any number of store views", async () => {
    const admin = await app.asAdmin();
    await admin.get("/V1/store/storeConfigs");
    const statements = await app.statementsOf(() => admin.get("/V1/store/storeConfigs"));
    const own = statements.filter(
      (text) =>
        /from (?:"public"\.)?"?(?:config_value|store)"? /i.test(text) && !/join website|access_token/.test(text),
    );
    expect(own).toHaveLength(2);
  });

  it("are the same in GraphQL", async () => {
    const admin = await app.asAdmin();
    const { body } = await admin.graphql(
      `{ storeConfigs(storeCodes: ["default"]) { code base_currency_code } websites { code } }`,
    );
    expect(body).toEqual({
      data: {
        storeConfigs: [{ code: "default", base_currency_code: "USD" }],
        websites: [{ code: "admin" }, { code: "base" }, { code: "eu" }],
      },
    });
  });
});
