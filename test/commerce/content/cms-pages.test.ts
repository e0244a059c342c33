import { beforeAll, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { search } from "../../support/client.js";

const path = "/V1/cmsPage";
const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 1, 1), (6, 'de', 'German', 1, 1)`,
  );
});

const create = async (identifier: string, more: object = {}, store?: string) =>
  admin.post(path, { page: { identifier, title: "Page title", ...more } }, store === undefined ? {} : { store });
const created = async (identifier: string, more: object = {}, store?: string) => {
  const { status, body } = await create(identifier, more, store);
  expect(status).toBe(200);
  return body as { id: number };
};
const storesOf = async (id: number) =>
  (await app.db.query<{ store_id: number }>(`select store_id from cms_page_store where page_id = $1::int`, [id])).map(
    ({ store_id }) => store_id,
  );
const notSaved = (reason: string) => [400, { message: "Could not save the page: %1", parameters: [reason] }];
const capitals =
  "The page URL key can't use capital letters or disallowed symbols. Remove the letters and symbols and try again.";
const long = "x".repeat(101);
const taken = notSaved("URL key for specified store already exists.");

describe("CMS pages", () => {
  it("include four for all store views in a new installation", async () => {
    const { body } = await admin.get(`${path}/search?${search([["store_id", "0"]])}`);
    expect(body.items.map((page: { identifier: string }) => page.identifier)).toEqual([
      "no-route",
      "home",
      "enable-cookies",
      "privacy-policy-cookie-restriction-mode",
    ]);
    expect(body.items[0]).toEqual({
      id: 1,
      identifier: "no-route",
      title: "404 Not Found",
      page_layout: "2columns-right",
      creation_time: expect.any(String) as string,
      update_time: expect.any(String) as string,
      sort_order: "0",
      active: true,
    });
  });

  it("require separate resources for reading, saving and removing", async () => {
    const reader = await app.asAdmin(["Magento_Cms::page"]);
    const page = { identifier: "denied", title: "T" };
    for (const [reply, resources] of [
      [await app.asGuest().get(`${path}/1`), "Magento_Cms::page"],
      [await app.asGuest().get(`${path}/search?searchCriteria`), "Magento_Cms::page"],
      [await reader.post(path, { page }), "Magento_Cms::save"],
      [await reader.put(`${path}/1`, { page }), "Magento_Cms::save"],
      [await reader.delete(`${path}/1`), "Magento_Cms::page_delete"],
    ] as const) {
      expect([reply.status, reply.body.parameters]).toEqual([401, { resources }]);
    }
    expect((await reader.get(`${path}/1`)).status).toBe(200);
  });

  it("are public one by one if the setting allows it", async () => {
    await using open = await startApp({ PORTICO_ANONYMOUS_CATALOG: "on" });
    expect((await open.asGuest().get(`${path}/2`)).body.identifier).toBe("home");
    expect((await open.asGuest().get(`${path}/search?searchCriteria`)).status).toBe(401);
  });

  it("are created with all of their fields, and read back", async () => {
    const page = {
      identifier: "about/us.html",
      title: "About us",
      page_layout: "1column",
      meta_title: "About",
      meta_keywords: "about, us",
      meta_description: "Who we are",
      content_heading: "Who we are",
      content: `<h1 onclick="x()">{{widget type="A\\\\B"}} {{block id=1}} \${env} <?php echo 1 ?></h1>`,
      sort_order: "7",
      custom_theme: "3",
      custom_root_template: "empty",
      custom_theme_from: "2026-01-31",
      custom_theme_to: "2026-02-28",
      active: false,
    };
    const { status, body } = await admin.post(path, { page });
    expect([status, body]).toEqual([
      200,
      {
        ...page,
        custom_theme_from: "2026-01-31 00:00:00",
        custom_theme_to: "2026-02-28 00:00:00",
        id: expect.any(Number) as number,
      },
    ]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
    const days = { custom_theme_from: "2026-01-31", custom_theme_to: "2026-02-28" };
    const stored = { ...body, ...days, creation_time: time, update_time: time };
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(stored);
  });

  it("are active if they are created without `active`, although the answer to that says false", async () => {
    const { body } = await create("no-state");
    expect(body.active).toBe(false);
    expect((await admin.get(`${path}/${body.id}`)).body).toMatchObject({ ...body, active: true });
  });

  it("keep the creation time that is sent for a new page, and get the time of a change from the service", async () => {
    const time = "1999-01-01 00:00:00";
    const page = { identifier: "times", title: "Times", creation_time: time, update_time: time };
    const { status, body } = await admin.post(path, { page });
    expect([status, body.creation_time]).toEqual([200, time]);
    const stored = await admin.get(`${path}/${body.id}`);
    expect([stored.body.creation_time, stored.body.update_time === time]).toEqual([time, false]);
    const later = await admin.put(`${path}/${body.id}`, { page: { creation_time: "2001-01-01 00:00:00" } });
    expect(later.body.creation_time).toBe(time);
  });

  it.each(["layout_update_xml", "custom_layout_update_xml"])("are rejected with a new %s", async (name) => {
    const reply = await create("layout", { [name]: "<move/>" });
    expect([reply.status, reply.body]).toEqual(notSaved("Something went wrong while saving the page."));
  });

  it("keep the layout updates that they have", async () => {
    const { id } = await created("designed");
    await app.db.execute("update cms_page set layout_update_xml = '<move/>' where identifier = 'designed'");
    const { status, body } = await admin.put(`${path}/${id}`, { page: { title: "New", layout_update_xml: "<move/>" } });
    expect([status, body.layout_update_xml]).toEqual([200, "<move/>"]);
    expect((await admin.put(`${path}/${id}`, { page: { layout_update_xml: "" } })).body.layout_update_xml).toBe("");
  });

  it("leave out fields without a value", async () => {
    const { id } = await created("bare");
    const { body } = await admin.get(`${path}/${id}`);
    const present = ["active", "creation_time", "id", "identifier", "sort_order", "title", "update_time"];
    expect(Object.keys(body as object).sort()).toEqual(present);
  });

  it("are answered without what the request lacks when they are new, and without the time of a change", async () => {
    const { body } = await create("answered");
    expect(body).toEqual({ id: body.id as number, identifier: "answered", title: "Page title", active: false });
    const changed = await admin.put(`${path}/${body.id}`, { page: { content: "Text" } });
    const time = expect.stringMatching(/^\d{4}-/) as string;
    expect(changed.body).toEqual({ ...body, content: "Text", sort_order: "0", active: true, creation_time: time });
  });

  it("keep absent fields, and clear those sent as null", async () => {
    const { id } = await created("partial", { content: "Text", meta_title: "Meta", sort_order: "3", active: false });
    const { status, body } = await admin.put(`${path}/${id}`, { page: { title: "New", meta_title: null } });
    expect([status, body]).toEqual([
      200,
      {
        id,
        identifier: "partial",
        title: "New",
        content: "Text",
        sort_order: "3",
        active: false,
        creation_time: body.creation_time as string,
      },
    ]);
  });

  it("can be saved as they were read", async () => {
    const { id } = await created("again", { content: "Text" });
    const before = await admin.get(`${path}/${id}`);
    const { status } = await admin.post(path, { page: before.body });
    const { body } = await admin.get(`${path}/${id}`);
    expect([status, { ...body, update_time: "" }]).toEqual([200, { ...before.body, update_time: "" }]);
  });

  it.each([
    ["About", notSaved(capitals)[1]],
    ["a b", notSaved(capitals)[1]],
    ["a", notSaved(capitals)[1]],
    ["ä-page", notSaved(capitals)[1]],
    [long, notSaved(`Invalid value of "${long}" provided for the identifier field.`)[1]],
    ["12345", notSaved("The page URL key can't use only numbers. Add letters or words and try again.")[1]],
  ])("are rejected with the identifier %j", async (identifier, body) => {
    const reply = await create(identifier);
    expect([reply.status, reply.body]).toEqual([400, body]);
  });

  it.each([
    [{ title: "Über uns & Team!" }, "uber-uns-team"],
    [{ identifier: "", title: `${"x".repeat(99)} y` }, "x".repeat(99)],
  ])("get an identifier from their title with %j", async (page, identifier) => {
    const { status, body } = await admin.post(path, { page });
    expect([status, body.identifier]).toEqual([200, identifier]);
  });

  it.each([{}, { title: "" }, { identifier: "untitled", title: null }])("need a title: %j", async (page) => {
    const reply = await admin.post(path, { page });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: 'Required field "%1" is empty.', parameters: ["title"] },
    ]);
  });

  it("are rejected without an identifier if the title has no letters or digits", async () => {
    const reply = await admin.post(path, { page: { title: "!!" } });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "identifier" } },
    ]);
  });

  it.each([
    ["sort_order", "first"],
    ["sort_order", "99999999999"],
    ["custom_theme_from", "2026-02-30"],
    ["custom_theme_to", "soon"],
  ])("are rejected with the %s %j", async (field, value) => {
    const reply = await create("bad-field", { [field]: value });
    expect([reply.status, reply.body]).toEqual(
      notSaved(`Invalid value of "${value}" provided for the ${field} field.`),
    );
  });

  it("are accepted with a script, as in Magento 2.4.7", async () => {
    const content = "<script>alert(1)</script>";
    expect(await create("script", { content })).toMatchObject({ status: 200, body: { content } });
  });

  it("keep their identifiers while settings refer to them", async () => {
    const { body: home } = await admin.get(`${path}/2`);
    for (const [id, name] of [
      [1, "CMS No Route Page"],
      [2, "CMS Home Page"],
      [3, "CMS No Cookies Page"],
    ] as const) {
      const reply = await admin.put(`${path}/${id}`, { page: { identifier: "renamed" } });
      expect([reply.status, reply.body]).toEqual(
        notSaved(`This identifier is reserved for "${name}" in configuration.`),
      );
    }
    expect((await admin.put(`${path}/2`, { page: { identifier: "home", title: "Start" } })).body.title).toBe("Start");
    expect(home.identifier).toBe("home");
  });

  it("answer 404 if an unknown page is read, removed or saved", async () => {
    const message = 'The CMS page with the "%1" ID doesn\'t exist.';
    const saved = await admin.put(`${path}/999`, { page: { identifier: "nothing", title: "Nothing" } });
    for (const reply of [await admin.get(`${path}/999`), await admin.delete(`${path}/999`), saved]) {
      expect([reply.status, reply.body]).toEqual([404, { message, parameters: [999] }]);
    }
  });

  it("are removed, and their identifiers become available", async () => {
    const { id } = await created("same");
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
    await created("same");
  });
});

describe("the store views of pages", () => {
  it("are those of the creating call (all of them under `all`), and are kept when it is changed", async () => {
    for (const [store, ids] of [
      [undefined, [1]],
      ["default", [1]],
      ["fr", [5]],
      ["all", [0]],
    ] as const) {
      const { id } = await created(`in-${store}`, {}, store);
      expect(await storesOf(id)).toEqual(ids);
      await admin.put(`${path}/${id}`, { page: { title: "Changed" } }, { store: "de" });
      expect(await storesOf(id)).toEqual(ids);
    }
  });

  it("each have at most one page with an identifier, and none besides a page of all store views", async () => {
    await created("terms", {}, "fr");
    await created("terms", {}, "de");
    const again = await create("terms", {}, "fr");
    expect([again.status, again.body]).toEqual(taken);
    const ofAll = await create("terms", {}, "all");
    expect([ofAll.status, ofAll.body]).toEqual(taken);
    const other = await created("imprint", {}, "de");
    const renamed = await admin.put(`${path}/${other.id}`, { page: { identifier: "terms" } });
    expect([renamed.status, renamed.body]).toEqual(taken);
    const fresh = await create("home", {}, "fr");
    expect([fresh.status, fresh.body]).toEqual(taken);
  });

  it("accept an identifier for only one of several concurrent calls", async () => {
    const replies = await Promise.all([..."aaaa"].map((_, at) => create("race", {}, at % 2 ? "all" : "fr")));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe("searching pages", () => {
  it("matches several fields, sorts and pages", async () => {
    await created("page-title-1", { title: "Page title 1" });
    await created("page-title-2", { title: "Page title 2", active: false });
    await created("page-title-3", { title: "Page title 3" });
    const query =
      search([["identifier", "page-title-1,PAGE-title-3", "in"]], {
        "sortOrders][0][field": "identifier",
        "sortOrders][0][direction": "ASC",
        pageSize: 1,
        currentPage: 2,
      }) +
      "&searchCriteria[filter_groups][1][filters][0][field]=is_active&searchCriteria[filter_groups][1][filters][0][value]=true";
    const { body } = await admin.get(`${path}/search?${query}`);
    expect([body.total_count, body.items.map((page: { identifier: string }) => page.identifier)]).toEqual([
      2,
      ["page-title-3"],
    ]);
  });

  it("rejects an unknown field", async () => {
    expect((await admin.get(`${path}/search?${search([["foo", "1"]])}`)).status).toBe(400);
  });
});

describe("CMS pages in bulk and over GraphQL", () => {
  it("are removed in bulk by their ids", async () => {
    const [first, second] = [await created("bulk-1"), await created("bulk-2")];
    const accepted = await admin.delete("/async/bulk/V1/cmsPage/byPageId", [
      { page_id: first.id },
      { page_id: second.id },
      { page_id: 999 },
    ]);
    const { operations_list } = await waitForBulk(admin, accepted);
    expect(operations_list.map(({ status }) => status)).toEqual([1, 1, 3]);
    expect((await admin.get(`${path}/${first.id}`)).status).toBe(404);
  });

  it("are saved asynchronously in the store view of the call", async () => {
    const accepted = await admin.post(
      "/async/V1/cmsPage",
      { page: { identifier: "later", title: "T" } },
      { store: "fr" },
    );
    await waitForBulk(admin, accepted);
    const { body } = await admin.get(
      `${path}/search?${search([
        ["identifier", "later"],
        ["store_id", "5"],
      ])}`,
    );
    expect(body.total_count).toBe(1);
  });

  it("are saved and read over GraphQL", async () => {
    const saved = await admin.graphql(
      `mutation { saveCmsPage(page: { identifier: "graph", title: "G", content: "<p>1</p>" }) { id content creation_time sort_order } }`,
    );
    const { id, ...fields } = saved.body.data.saveCmsPage;
    const creation_time = expect.stringMatching(/^\d{4}-/) as string;
    expect(fields).toEqual({ content: "<p>1</p>", creation_time, sort_order: "0" });
    const read = await admin.graphql(`{ cmsPage(pageId: ${id}) { title meta_title active } }`);
    expect(read.body.data.cmsPage).toEqual({ title: "G", meta_title: null, active: true });
  });
});
