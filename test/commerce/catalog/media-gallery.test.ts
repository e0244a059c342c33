import { beforeAll, describe, expect, it } from "vitest";
import { entryOf, sentGif } from "../../platform/media/images.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStores, attributesOf, createWithMedia, pixel } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  await addStores(app.db);
});

const all = { store: "all" };
const create = (sku: string, ...entries: object[]) => createWithMedia(admin, sku, entries);
const add = async (sku: string, entry: object, options: { store?: string } = all) => {
  const { status, body } = await admin.post(`/V1/products/${sku}/media`, { entry }, options);
  expect([status, body]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  return Number(body);
};
const list = async (sku: string, store = "all") =>
  (await admin.get(`/V1/products/${sku}/media?fields=id,label,position,disabled,types,file,media_type`, { store }))
    .body;
const rolesOf = async (sku: string, store = "all") => {
  const { image, small_image, thumbnail, swatch_image } = attributesOf(
    (await admin.get(`/V1/products/${sku}`, { store })).body,
  );
  return { image, small_image, thumbnail, swatch_image };
};
const served = async (file: string) => (await app.asGuest().request(`/media/catalog/product${file}`)).status;

const noEntry = { message: "No image with the provided ID was found. Verify the ID and try again." };
const noProduct = { message: "The product that was requested doesn't exist. Verify the product and try again." };

describe("the media gallery of a product", () => {
  it("accepts an image and returns its id, values and content", async () => {
    await create("shown");
    const id = await add("shown", entryOf("Front.gif", { label: "Front", types: ["image", "swatch_image"] }));
    const entry = {
      id,
      media_type: "image",
      label: "Front",
      position: 1,
      disabled: false,
      types: ["image", "swatch_image"],
      file: "/f/r/Front.gif",
      content: sentGif("Front.gif"),
    };
    const one = await admin.get(`/V1/products/SHOWN/media/${id}`, all);
    expect([one.status, one.body]).toEqual([200, entry]);
    const every = await admin.get("/V1/products/shown/media", all);
    expect([every.status, every.body]).toEqual([200, [entry]]);
    expect(await rolesOf("shown")).toMatchObject({ image: "/f/r/Front.gif", swatch_image: "/f/r/Front.gif" });
  });

  it("reads no content if `fields` leaves it out", async () => {
    await create("lean", entryOf("lean.gif"));
    const { body } = await admin.get("/V1/products/lean/media?fields=file,label", all);
    expect(body).toEqual([{ file: "/l/e/lean.gif", label: "lean.gif" }]);
  });

  it("changes the given fields of an entry, including its roles, and keeps the others", async () => {
    const [first] = await create("changed", entryOf("a1.gif", { types: ["image", "thumbnail"] }), entryOf("a2.gif"));
    const path = `/V1/products/changed/media/${first?.id}`;
    const entry = { media_type: "image", label: "New", position: 10, disabled: true, types: ["thumbnail"] };
    const changed = await admin.put(path, { entry }, all);
    expect([changed.status, changed.body]).toEqual([200, true]);
    expect(await list("changed")).toMatchObject([
      { file: "/a/2/a2.gif", label: "a2.gif", types: [] },
      { ...entry, id: first?.id, file: "/a/1/a1.gif" },
    ]);
    expect(await rolesOf("changed")).toEqual({ thumbnail: "/a/1/a1.gif" });
    await admin.put(path, { entry: { disabled: false } }, all);
    expect((await list("changed"))[1]).toMatchObject({ ...entry, disabled: false });
  });

  it("places an entry without a position last", async () => {
    const unplaced = (name: string) => entryOf(name, { position: null });
    await create("places", unplaced("p1.gif"), entryOf("p2.gif", { position: 4 }), unplaced("p3.gif"));
    await add("places", unplaced("p4.gif"));
    await add("places", unplaced("p5.gif"), {});
    const files = (await list("places")).map(({ file }: { file: string }) => file);
    expect(files).toEqual(["/p/1/p1.gif", "/p/2/p2.gif", "/p/3/p3.gif", "/p/4/p4.gif", "/p/5/p5.gif"]);
    await add("places", entryOf("p6.gif", { position: 2147483647 }));
    await add("places", unplaced("p7.gif"));
    expect((await list("places")).at(-1)).toMatchObject({ file: "/p/7/p7.gif", position: 2147483647 });
  });

  it("lists roles in Magento's order", async () => {
    const types = ["image", "small_image", "thumbnail", "swatch_image"];
    const [entry] = await create("all-roles", entryOf("all.gif", { types: types.toReversed() }));
    expect(entry?.types).toEqual(types);
  });

  it("gives a role to the last entry that claims it", async () => {
    await create("roles", entryOf("r1.gif", { types: ["image", "small_image"] }));
    await add("roles", entryOf("r2.gif", { types: ["image"] }));
    expect(await rolesOf("roles")).toEqual({ image: "/r/2/r2.gif", small_image: "/r/1/r1.gif" });
    await add("roles", entryOf("r3.gif", { types: ["name", "no_such_role"] }));
    expect((await list("roles")).map(({ types }: { types: string[] }) => types)).toEqual([
      ["small_image"],
      ["image"],
      [],
    ]);
  });

  it("replaces the image of an entry, and its roles follow in every store view", async () => {
    const [entry] = await create("swapped", entryOf("old.gif", { types: ["image"] }));
    await admin.put(
      `/V1/products/swapped/media/${entry?.id}`,
      { entry: { types: ["small_image"] } },
      { store: "german" },
    );
    await admin.put(`/V1/products/swapped/media/${entry?.id}`, { entry: { content: sentGif("new.gif") } }, all);
    expect(await rolesOf("swapped")).toEqual({ image: "/n/e/new.gif" });
    expect(await rolesOf("swapped", "german")).toEqual({ image: "no_selection", small_image: "/n/e/new.gif" });
    expect([await served("/o/l/old.gif"), await served("/n/e/new.gif")]).toEqual([404, 200]);
  });

  it("removes an entry with its file and roles, unless the image has a role in another store view", async () => {
    const [gone] = await create("removed", entryOf("gone.gif", { types: ["image"] }), entryOf("kept.gif"));
    await admin.put(`/V1/products/removed/media/${gone?.id}`, { entry: { types: ["thumbnail"] } }, { store: "german" });
    const remove = (store: string) => admin.delete(`/V1/products/removed/media/${gone?.id}`, undefined, { store });
    const refused = { message: "The image cannot be removed as it has been assigned to the other image role" };
    for (const store of ["all", "german"]) {
      expect(await remove(store)).toMatchObject({ status: 400, body: refused });
    }
    await admin.put(`/V1/products/removed/media/${gone?.id}`, { entry: { types: [] } }, { store: "german" });
    expect(await remove("all")).toMatchObject({ status: 200, body: true });
    expect(await list("removed")).toMatchObject([{ file: "/k/e/kept.gif" }]);
    expect([await rolesOf("removed"), await rolesOf("removed", "german")]).toEqual([{}, { image: "no_selection" }]);
    expect([await served("/g/o/gone.gif"), await served("/k/e/kept.gif")]).toEqual([404, 200]);
  });

  it("keeps a video with its preview image", async () => {
    await create("video");
    const video_content = {
      media_type: "external-video",
      video_provider: "vimeo",
      video_url: "https://vimeo.com/1",
      video_title: "Title",
      video_description: "About",
      video_metadata: "Data",
    };
    const more = { media_type: "external-video", types: null, extension_attributes: { video_content } };
    const id = await add("video", entryOf("video.gif", more));
    const read = async () => (await admin.get(`/V1/products/video/media/${id}`, all)).body;
    expect(await read()).toMatchObject({ media_type: "external-video", extension_attributes: { video_content } });
    await admin.put(`/V1/products/video/media/${id}`, { entry: { label: "Other" } }, all);
    expect(await read()).toMatchObject({ label: "Other", extension_attributes: { video_content } });
  });

  it("updates the product's updated_at", async () => {
    await create("touched");
    await app.db.execute("update product set updated_at = '2001-01-01' where sku = 'touched'");
    await add("touched", entryOf("touch.gif"));
    expect((await admin.get("/V1/products/touched")).body.updated_at).not.toMatch(/^2001/);
  });
});

describe("a store view", () => {
  it("has its own label, position and visibility, and falls back when they are deleted", async () => {
    const [entry] = await create("views", entryOf("v1.gif", { label: "Global", types: ["image"] }));
    const path = `/V1/products/views/media/${entry?.id}`;
    await admin.put(path, { entry: { label: "Eigen", position: 7, disabled: true } }, { store: "german" });
    expect(await list("views", "german")).toMatchObject([{ label: "Eigen", position: 7, disabled: true }]);
    for (const store of ["all", "default"]) {
      expect(await list("views", store)).toMatchObject([{ label: "Global", position: 1, disabled: false }]);
    }
    await admin.put(path, { entry: { label: null, position: null, disabled: null } }, { store: "german" });
    await admin.put(path, { entry: { label: "Changed" } }, all);
    expect(await list("views", "german")).toMatchObject([{ label: "Changed", position: 1, disabled: false }]);
  });

  it("does not share the values of an image that it adds", async () => {
    await create("added");
    await add("added", entryOf("added.gif", { label: "Nur hier", position: 3 }), { store: "german" });
    expect(await list("added", "german")).toMatchObject([{ label: "Nur hier", position: 3 }]);
    expect(await list("added")).toMatchObject([{ label: null, position: 1, disabled: false, file: "/a/d/added.gif" }]);
  });

  it("does not copy an inherited role that it did not change", async () => {
    await create("fallback", entryOf("f1.gif", { types: ["image"] }));
    const product = (await admin.get("/V1/products/fallback", { store: "german" })).body;
    const { media_gallery_entries } = product;
    await admin.put("/V1/products/fallback", { product: { media_gallery_entries } }, { store: "german" });
    await add("fallback", entryOf("f2.gif", { types: ["image"] }));
    expect(await rolesOf("fallback", "german")).toEqual({ image: "/f/2/f2.gif" });
  });
});

describe("the gallery in a product", () => {
  it("gains new entries, and is replaced by a list of entries that all have ids", async () => {
    const [first, second] = await create("list", entryOf("l1.gif"), entryOf("l2.gif", { position: 2 }));
    const put = async (product: object) =>
      (await admin.put("/V1/products/list", { product }, all)).body.media_gallery_entries as object[];
    expect(await put({ name: "Other" })).toHaveLength(2);
    const added = await put({
      media_gallery_entries: [{ ...second, label: "Two" }, entryOf("l3.gif", { id: 0, position: 3 })],
    });
    expect(added).toMatchObject([
      { id: first?.id },
      { id: second?.id, label: "Two", file: "/l/2/l2.gif" },
      { file: "/l/3/l3.gif", label: "l3.gif" },
    ]);
    expect(await put({ media_gallery_entries: added.slice(1) })).toMatchObject([
      { id: second?.id },
      { label: "l3.gif" },
    ]);
    expect(await served(first?.file ?? "")).toBe(404);
    expect(await put({ media_gallery_entries: [] })).toEqual([]);
    expect(await served(second?.file ?? "")).toBe(404);
  });

  it("uses the later of two entries with the same id", async () => {
    const [first] = await create("twice", entryOf("t1.gif"));
    const { body } = await admin.put(
      "/V1/products/twice",
      {
        product: {
          media_gallery_entries: [
            { id: first?.id, label: "A" },
            { id: first?.id, label: "B" },
          ],
        },
      },
      all,
    );
    expect(body.media_gallery_entries).toMatchObject([{ id: first?.id, label: "B" }]);
  });

  it("takes as many statements to write ten images as to write one", async () => {
    const statements = async (sku: string, count: number) => {
      const entries = Array.from({ length: count }, (_, index) => entryOf(`${sku}-${index}.gif`, { types: ["image"] }));
      const texts = await app.statementsOf(() => create(sku, ...entries));
      // Removed images are meanwhile deleted from the storage, in their own transactions.
      return texts.filter((text) => /product|media_file/.test(text) && !text.includes("skip locked")).length;
    };
    expect(await statements("ten", 10)).toBe(await statements("one", 1));
  });

  it("rejects entries of another product", async () => {
    const [mine] = await create("mine", entryOf("same.gif"));
    const [theirs] = await create("theirs", entryOf("same.gif", { content: sentGif("same.gif", "other bytes") }));
    expect([mine?.file, theirs?.file]).toEqual(["/s/a/same.gif", "/s/a/same_1.gif"]);
    const foreign = { entry: { id: mine?.id, label: "Stolen" } };
    expect((await admin.put(`/V1/products/theirs/media/${mine?.id}`, foreign, all)).body).toEqual(noEntry);
    await admin.delete("/V1/products/theirs");
    expect([await served("/s/a/same.gif"), await served("/s/a/same_1.gif")]).toEqual([200, 404]);
    expect(await list("mine")).toMatchObject([{ label: "same.gif" }]);
  });
});

describe("the roles of an attribute set", () => {
  const path = "/V1/products/media/types";

  it("are its attributes for images", async () => {
    const { status, body } = await admin.get(`${path}/Default`);
    const codes = body.map(({ attribute_code }: { attribute_code: string }) => attribute_code);
    expect([status, codes.sort()]).toEqual([200, ["image", "small_image", "swatch_image", "thumbnail"]]);
    expect(body[0]).toMatchObject({ frontend_input: "media_image", entity_type_id: "4", is_required: false });
  });

  it("are empty for an unknown product attribute set", async () => {
    const { status, body } = await admin.get(`${path}/Nobody's`);
    expect([status, body]).toEqual([200, []]);
  });

  it("require the permission for attributes", async () => {
    const attributes = await app.asAdmin(["Magento_Catalog::attributes_attributes"]);
    const catalog = await app.asAdmin(["Magento_Catalog::catalog"]);
    const clients = [app.asGuest(), catalog, attributes];
    const statuses = await Promise.all(clients.map(async (client) => (await client.get(`${path}/Default`)).status));
    expect(statuses).toEqual([401, 401, 200]);
  });
});

describe("the media routes", () => {
  beforeAll(() => create("refusing"));

  it("answer 404 for unknown entries and products", async () => {
    const entry = entryOf("x.gif");
    for (const [reply, body] of [
      [await admin.get("/V1/products/nobody/media"), noProduct],
      [await admin.get("/V1/products/nobody/media/1"), { message: "The product doesn't exist. Verify and try again." }],
      [await admin.get("/V1/products/refusing/media/1"), { message: "The image doesn't exist. Verify and try again." }],
      [await admin.post("/V1/products/nobody/media", { entry }), noProduct],
      [await admin.put("/V1/products/nobody/media/1", { entry }), noProduct],
      [await admin.put("/V1/products/refusing/media/999999", { entry }), noEntry],
      [await admin.delete("/V1/products/nobody/media/1"), noProduct],
      [await admin.delete("/V1/products/refusing/media/999999"), noEntry],
    ] as const) {
      expect([reply.status, reply.body]).toEqual([404, body]);
    }
  });

  it("answer 401 to callers without the permission", async () => {
    const entry = entryOf("x.gif");
    const catalog = await app.asAdmin(["Magento_Catalog::attributes_attributes"]);
    for (const [client, isAttributes] of [
      [app.asGuest(), false],
      [catalog, true],
    ] as const) {
      const replies = [
        await client.get("/V1/products/refusing/media"),
        await client.post("/V1/products/refusing/media", { entry }),
        await client.put("/V1/products/refusing/media/1", { entry }),
        await client.delete("/V1/products/refusing/media/1"),
      ];
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect((await client.get("/V1/products/refusing/media/1")).status).toBe(isAttributes ? 404 : 401);
    }
  });
});

describe("media in bulk and over GraphQL", () => {
  it("are added in bulk, where a rejected image does not affect the others", async () => {
    const content = sentGif("q.gif", "q".repeat(200));
    await create("queued-1");
    await create("queued-2");
    const added = await waitForBulk(
      admin,
      await admin.request("/rest/all/async/bulk/V1/products/bySku/media", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify([
          { sku: "queued-1", entry: entryOf("q.gif", { types: ["image"], content }) },
          { sku: "queued-2", entry: entryOf("q.gif", { content }) },
          { sku: "queued-2", entry: entryOf("broken.gif", { content: { ...pixel, type: "image/gif" } }) },
          { sku: "queued-1", entry: entryOf("q.gif", { position: 2, content }) },
        ]),
      }),
    );
    const statuses = added.operations_list.map(({ status, result_message: message }) => [status, message]);
    expect(statuses.map(([status]) => status)).toEqual([1, 1, 3, 1]);
    expect(statuses[2]?.[1]).toBe("The image MIME type is not valid or not supported.");
    const files = [...(await list("queued-1")), ...(await list("queued-2"))].map(({ file }: { file: string }) => file);
    // Equal images share a file. A batch that is rolled back uses up the name that it took, and the next batch may have begun before.
    expect(files).toHaveLength(3);
    for (const file of files) expect(file).toMatch(/^\/q\/_\/q(_\d+)?\.gif$/);
    const sent = added.operations_list.map(({ serialized_data: data }) => data.includes(content.base64_encoded_data));
    expect(sent).toEqual([false, false, false, false]);
    for (const file of files) expect(await served(file)).toBe(200);
  });

  it("are changed and removed in bulk, in the order of the operations", async () => {
    const [entry] = await create("in-order", entryOf("order.gif"));
    const bulk = (method: string, elements: object[]) =>
      admin.request("/rest/all/async/bulk/V1/products/bySku/media/byEntryId", {
        method,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(elements.map((element) => ({ sku: "in-order", entryId: entry?.id, ...element }))),
      });
    const labels = Array.from({ length: 8 }, (_, at) => ({ entry: { label: `Label ${at}` } }));
    const changed = await waitForBulk(admin, await bulk("PUT", labels));
    expect(new Set(changed.operations_list.map(({ status }) => status))).toEqual(new Set([1]));
    expect(await list("in-order")).toMatchObject([{ id: entry?.id, label: "Label 7" }]);
    const removed = await waitForBulk(admin, await bulk("DELETE", [{}, {}]));
    expect(removed.operations_list.map(({ status }) => status)).toEqual([1, 3]);
    expect(await list("in-order")).toBeNull();
  });

  it("are available in GraphQL", async () => {
    await create("graph");
    const saved = await admin.graphql(
      'mutation ($entry: MediaGalleryEntryInput!) { addProductMedia(sku: "graph", entry: $entry) }',
      { entry: entryOf("graph.gif", { media_type: "IMAGE", types: ["image"] }) },
      { Store: "all" },
    );
    const id = Number(saved.body.data.addProductMedia);
    const read = await admin.graphql(
      `{ productMedia(sku: "graph") { id types } productMediaEntry(sku: "graph", entryId: ${id}) { file content { name } } }`,
    );
    expect(read.body.data).toEqual({
      productMedia: [{ id, types: ["image"] }],
      productMediaEntry: { file: "/g/r/graph.gif", content: { name: "graph.gif" } },
    });
    const removed = await admin.graphql(
      `mutation { removeProductMedia(sku: "graph", entryId: ${id}) }`,
      {},
      { Store: "all" },
    );
    expect(removed.body.data).toEqual({ removeProductMedia: true });
  });
});
