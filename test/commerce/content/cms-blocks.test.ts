import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { search } from "../../support/client.js";

const path = "/V1/cmsBlock";
const taken = [400, { message: "A block identifier with the same properties already exists in the selected store." }];
const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 1, 1), (6, 'de', 'German', 1, 1)`,
  );
});

const create = async (identifier: string, more: object = {}, store?: string) =>
  admin.post(path, { block: { identifier, title: "Block title", ...more } }, store === undefined ? {} : { store });
const notFound = (id: string | number) => [
  404,
  { message: 'The CMS block with the "%1" ID doesn\'t exist.', parameters: [id] },
];

describe("CMS blocks", () => {
  it("require the block resource for each of the five routes", async () => {
    const block = { identifier: "denied", title: "T" };
    for (const client of [app.asGuest(), await app.asAdmin(["Magento_Cms::page"])]) {
      for (const reply of [
        await client.get(`${path}/1`),
        await client.get(`${path}/search?searchCriteria`),
        await client.post(path, { block }),
        await client.put(`${path}/1`, { block }),
        await client.delete(`${path}/1`),
      ]) {
        expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Cms::block" }]);
      }
    }
  });

  it("are created and read back, by id and by identifier", async () => {
    const content = `<b style="x">{{store url=""}}</b>`;
    const { status, body } = await create("Created_Block", { content, active: true });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number) as number,
        identifier: "Created_Block",
        title: "Block title",
        content,
        active: true,
      },
    ]);
    const time = expect.stringMatching(/^\d{4}-/) as string;
    const stored = { ...body, creation_time: time, update_time: time };
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(stored);
    expect((await admin.get(`${path}/created_block`)).body).toEqual(stored);
  });

  it("are active if they are created without `active`, although the answer to that says false", async () => {
    const { body } = await create("no_state");
    expect(body.active).toBe(false);
    expect((await admin.get(`${path}/${body.id}`)).body).toMatchObject({ ...body, active: true });
  });

  it("are answered without times when they are new, and later without that of the change and a title sent as null", async () => {
    const { body } = await create("answered");
    expect(body).toEqual({ id: body.id as number, identifier: "answered", title: "Block title", active: false });
    const changed = await admin.put(`${path}/${body.id}`, { block: { title: null, active: false } });
    const time = expect.stringMatching(/^\d{4}-/) as string;
    expect(changed.body).toEqual({ id: body.id as number, identifier: "answered", active: false, creation_time: time });
    expect((await admin.get(`${path}/${body.id}`)).body.title).toBe("Block title");
  });

  it("keep absent fields, and lose content that is set to null", async () => {
    const { body } = await create("partial", { content: "Text", active: false });
    const changed = await admin.put(`${path}/${body.id}`, { block: { title: "New" } });
    expect(changed.body).toMatchObject({ ...body, title: "New" });
    const emptied = await admin.post(path, { block: { id: body.id, content: null } });
    expect(emptied.body).not.toHaveProperty("content");
    expect(emptied.body).toMatchObject({ title: "New", active: false });
  });

  it.each([
    [{ identifier: "" }, "identifier"],
    [{ title: " " }, "title"],
    [{ title: undefined }, "title"],
  ])("are rejected with %j", async (more, fieldName) => {
    const reply = await create("refused", more);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName } },
    ]);
  });

  it("are rejected with content that includes the block itself", async () => {
    const { body } = await create("circular", { content: "Text" });
    const content = `{{widget type="Magento\\Cms\\Block\\Widget\\Block" block_id="${body.id}"}}`;
    const reply = await admin.put(`${path}/${body.id}`, { block: { content } });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: "Make sure that static block content does not reference the block itself." },
    ]);
    expect((await admin.get(`${path}/${body.id}`)).body.content).toBe("Text");
  });

  it("are rejected with an identifier of more than 255 characters", async () => {
    const value = "x".repeat(9000);
    const reply = await create(value);
    expect([reply.status, reply.body.parameters]).toEqual([400, { fieldName: "identifier", value }]);
  });

  it.each(["999", "no-such-block", "99999999999999999999"])("answer 404 for %s", async (id) => {
    for (const reply of [await admin.get(`${path}/${id}`), await admin.delete(`${path}/${id}`)]) {
      expect([reply.status, reply.body]).toEqual(notFound(id));
    }
    expect((await admin.put(`${path}/999`, { block: { title: "T" } })).body).toEqual(notFound(999)[1]);
  });

  it("are removed by id and by identifier", async () => {
    const { body } = await create("going");
    expect((await admin.delete(`${path}/${body.id}`)).body).toBe(true);
    await create("going");
    expect((await admin.delete(`${path}/going`)).body).toBe(true);
    expect((await admin.get(`${path}/going`)).status).toBe(404);
    expect(await app.db.query(`select 1 from cms_block_store where block_id = $1::int`, [body.id])).toEqual([]);
  });
});

describe("the store views of blocks", () => {
  it("each have at most one block with an identifier (ignoring case), and none besides a block of all store views", async () => {
    const french = await create("footer", {}, "fr");
    const german = await create("footer", { title: "Fuss" }, "de");
    for (const [identifier, store] of [
      ["FOOTER", "fr"],
      ["footer", "all"],
    ] as const) {
      const reply = await create(identifier, {}, store);
      expect([reply.status, reply.body]).toEqual(taken);
    }
    const renamed = await create("header", {}, "de");
    const reply = await admin.put(`${path}/${renamed.body.id}`, { block: { identifier: "footer" } });
    expect([reply.status, reply.body]).toEqual(taken);
    expect((await admin.get(`${path}/footer`, { store: "fr" })).body.id).toBe(french.body.id);
    expect((await admin.get(`${path}/footer`, { store: "de" })).body.id).toBe(german.body.id);
    expect((await admin.get(`${path}/footer`)).body.id).toBe(french.body.id);
  });

  it("are kept when a block is changed from another store view", async () => {
    const { body } = await create("stays", {}, "all");
    await admin.put(`${path}/${body.id}`, { block: { title: "Changed" } }, { store: "fr" });
    const { body: found } = await admin.get(
      `${path}/search?${search([
        ["identifier", "stays"],
        ["store_id", "0"],
      ])}`,
    );
    expect(found.items.map((block: { title: string }) => block.title)).toEqual(["Changed"]);
  });

  it("accept an identifier for only one of several concurrent calls", async () => {
    const replies = await Promise.all([..."aaaa"].map(() => create("race")));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe("searching blocks", () => {
  it("matches title, state and identifier, and sorts", async () => {
    await create("z-1", { title: "Z", active: false });
    await create("z-2", { title: "Z" });
    const { body } = await admin.get(
      `${path}/search?${search([["title", "z"]], { "sortOrders][0][field": "identifier", "sortOrders][0][direction": "DESC" })}`,
    );
    expect(body.items.map((block: { identifier: string }) => block.identifier)).toEqual(["z-2", "z-1"]);
    const active = await admin.get(
      `${path}/search?${search([
        ["title", "z"],
        ["is_active", "1"],
      ])}`,
    );
    expect(active.body.total_count).toBe(1);
  });

  it("rejects an unknown field", async () => {
    expect((await admin.get(`${path}/search?${search([["foo", "1"]])}`)).status).toBe(400);
  });
});

describe("CMS blocks in bulk and over GraphQL", () => {
  it("are changed in bulk by their ids", async () => {
    const { body } = await create("bulk");
    const accepted = await admin.put("/async/bulk/V1/cmsBlock/byId", [{ id: body.id, block: { title: "In bulk" } }]);
    const { operations_list } = await waitForBulk(admin, accepted);
    expect(operations_list.map(({ status }) => status)).toEqual([1]);
    expect((await admin.get(`${path}/${body.id}`)).body.title).toBe("In bulk");
  });

  it("are saved and read over GraphQL", async () => {
    await admin.graphql(`mutation { saveCmsBlock(block: { identifier: "graph", title: "G" }) { id } }`);
    const { body } = await admin.graphql(`{ cmsBlock(blockId: "graph") { title content active } }`);
    expect(body.data.cmsBlock).toEqual({ title: "G", content: null, active: true });
  });
});
