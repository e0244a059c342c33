import { describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";
import { attributesOf } from "../support.js";
import { type Answered, couldNotSave, create, faults, notFound, path } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const move = async (id: number, parentId: number, afterId?: number | null) => {
  const { status, body } = await admin.put(`${path}/${id}/move`, { parentId, afterId });
  return [status, body] as const;
};
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Answered;

/** Returns the names of the direct children, in order. */
const childrenOf = async (id: number): Promise<string[]> => {
  const { body } = await admin.get(`${path}?rootCategoryId=${id}&depth=1`);
  return body.children_data.map(({ name }: { name: string }) => name);
};

/** Creates a category with children of these names. */
async function family(name: string, names: readonly string[]) {
  const parent = await create(admin, name);
  const children: Answered[] = [];
  for (const child of names) children.push(await create(admin, child, { parent_id: parent.id }));
  return { parent, children, ids: children.map(({ id }) => id) };
}

describe("moving a category", () => {
  it("moves its descendants, and updates paths, levels and counts", async () => {
    const from = await family("From", ["Travels"]);
    const to = await family("To", ["Stays"]);
    const travels = from.ids[0] ?? 0;
    const below = await create(admin, "Below", { parent_id: travels });
    expect(await move(travels, to.ids[0] ?? 0)).toEqual([200, true]);
    expect(await read(below.id)).toMatchObject({
      path: `1/2/${to.parent.id}/${to.ids[0]}/${travels}/${below.id}`,
      level: 5,
      parent_id: travels,
    });
    const counts = await Promise.all(
      [from.parent.id, to.parent.id].map(async (id) => (await admin.get(`${path}/${id}`)).body),
    );
    expect(counts.map((body) => attributesOf(body)["children_count"])).toEqual(["0", "3"]);
    expect(await faults(app.db)).toEqual([]);
  });

  it.each([
    ["last without a sibling to follow", null, ["a", "b", "c", "moved"]],
    ["after a child of the parent", "a", ["a", "moved", "b", "c"]],
    ["last if the sibling is not a child of the parent", "stranger", ["a", "b", "c", "moved"]],
    ["first for the sibling id 0", 0, ["moved", "a", "b", "c"]],
  ])("places it %s", async (title, after, expected) => {
    const { parent, ids } = await family(`Place ${title}`, ["a", "b", "c"]);
    const moved = await create(admin, "moved", { parent_id: (await create(admin, `Source ${title}`)).id });
    const afterId = after === "a" ? ids[0] : after === "stranger" ? 999999 : after;
    expect(await move(moved.id, parent.id, afterId as number | null)).toEqual([200, true]);
    expect(await childrenOf(parent.id)).toEqual(expected);
    expect(await faults(app.db)).toEqual([]);
  });

  it("reorders the children of a parent without gaps", async () => {
    const { parent, ids } = await family("Order", ["a", "b", "c", "d"]);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    await move(a, parent.id, c);
    expect(await childrenOf(parent.id)).toEqual(["b", "c", "a", "d"]);
    await move(d, parent.id, 0);
    expect(await childrenOf(parent.id)).toEqual(["d", "b", "c", "a"]);
    await move(b, parent.id);
    expect(await childrenOf(parent.id)).toEqual(["d", "c", "a", "b"]);
    const positions = await Promise.all([d, c, a, b].map(async (id) => (await read(id)).position));
    expect(positions).toEqual([1, 2, 3, 4]);
  });

  it("can place a category after its former previous sibling", async () => {
    const { parent, ids } = await family("Siblings", ["one", "two", "three"]);
    const [one = 0, two = 0, three = 0] = ids;
    expect(await move(two, one)).toEqual([200, true]);
    expect(await childrenOf(parent.id)).toEqual(["one", "three"]);
    expect(await read(three)).toMatchObject({ position: 2 });
    expect(await faults(app.db)).toEqual([]);
  });

  it("rejects the category itself and its descendants as parent, and the tree root", async () => {
    const { parent, ids } = await family("Loop", ["inner"]);
    const message = "Operation do not allow to move a parent category to any of children category";
    expect(await move(parent.id, parent.id)).toEqual([400, { message: "Could not move category" }]);
    expect(await move(parent.id, ids[0] ?? 0)).toEqual([400, { message }]);
    expect(await move(1, 2)).toEqual([400, { message }]);
    expect(await move(2, parent.id)).toEqual([400, { message }]);
  });

  it("does not confuse an id with a prefix of another one", async () => {
    await app.db.execute(
      `insert into category (id, parent_id, path, level, position) values (300000, 2, '1/2/300000', 2, 9000), (3000001, 2, '1/2/3000001', 2, 9001)`,
    );
    await app.db.execute("update category set children_count = children_count + 2 where id in (1, 2)");
    expect(await move(300000, 3000001)).toEqual([200, true]);
    expect(await faults(app.db)).toEqual([]);
    await admin.delete(`${path}/3000001`);
  });

  it("rejects unknown ids, a URL key that is taken, and a missing parent", async () => {
    const { ids } = await family("Refused", ["same"]);
    await create(admin, "same");
    expect(await move(99999, 2)).toEqual(notFound(99999));
    expect(await move(ids[0] ?? 0, 99999)).toEqual(notFound(99999));
    expect(await move(ids[0] ?? 0, 2)).toEqual([400, { message: "Could not move category" }]);
    expect((await admin.put(`${path}/${ids[0]}/move`, {})).body.parameters).toEqual({ fieldName: "parentId" });
  });

  it("rejects a path or position that would be too long, as creating does", async () => {
    const top = await create(admin, "Deep");
    const below = (parent: Answered) =>
      admin.post(path, { category: { name: "Down", is_active: true, parent_id: parent.id } });
    let bottom = top;
    let reply = await below(bottom);
    for (; reply.status === 200; reply = await below(bottom)) bottom = reply.body as Answered;
    expect(bottom.path.length).toBeGreaterThan(245);
    expect([reply.status, reply.body]).toEqual(couldNotSave("Its path or position in the tree is too large."));
    const tail = await create(admin, "Tail");
    await create(admin, "Tail end", { parent_id: tail.id });
    expect(await move(tail.id, bottom.parent_id)).toEqual([400, { message: "Could not move category" }]);
    const far = await create(admin, "Far", { parent_id: tail.id, position: 2147483647 });
    expect((await below(tail)).body).toEqual(reply.body);
    expect(await move(top.id, tail.id, far.id)).toEqual([400, { message: "Could not move category" }]);
    expect(await faults(app.db)).toEqual([]);
  });

  it("keeps the root categories of stores on their level", async () => {
    const other = await create(admin, "Other root", { parent_id: 1 });
    expect(await move(2, other.id)).toEqual([400, { message: "Could not move category" }]);
    expect(await move(2, 1, other.id)).toEqual([200, true]);
    expect(await childrenOf(1)).toEqual(["Other root", "Default Category"]);
  });
});

describe("deleting a category", () => {
  it("deletes its descendants and updates counts, but keeps products", async () => {
    const { parent, ids } = await family("Gone", ["x", "y"]);
    await create(admin, "z", { parent_id: ids[0] });
    const product = { sku: "stays", name: "Stays", attribute_set_id: 4, price: 1 };
    await admin.post("/V1/products", { product });
    await admin.post(`${path}/${ids[0]}/products`, { productLink: { sku: "stays" } });
    expect((await admin.delete(`${path}/${parent.id}`)).body).toBe(true);
    for (const id of [parent.id, ...ids]) expect((await admin.get(`${path}/${id}`)).status).toBe(404);
    const left = await admin.get("/V1/products/stays");
    expect(left.status).toBe(200);
    expect(left.body.extension_attributes).not.toHaveProperty("category_links");
    expect(await faults(app.db)).toEqual([]);
  });

  it("rejects the tree root, root categories of stores, and unknown ids", async () => {
    for (const id of [1, 2]) {
      const { status, body } = await admin.delete(`${path}/${id}`);
      expect([status, body]).toEqual([400, { message: "Cannot delete category with id %1", parameters: [String(id)] }]);
    }
    const root = await create(admin, "A store's root", { parent_id: 1 });
    await app.db.execute(
      "insert into store_group (website_id, code, name, root_category_id) values (1, 'second', 'Second', $1::int)",
      [root.id],
    );
    expect((await admin.delete(`${path}/${root.id}`)).status).toBe(400);
    await app.db.execute("delete from store_group where code = 'second'");
    expect((await admin.delete(`${path}/${root.id}`)).body).toBe(true);
    const { status, body } = await admin.delete(`${path}/${root.id}`);
    expect([status, body]).toEqual(notFound(root.id));
  });
});

describe("the tree", () => {
  const idsOf = (node: { id: number; children_data: never[] }): unknown => [node.id, ...node.children_data.map(idsOf)];

  it("nests categories by position down to the requested depth", async () => {
    const { parent, ids } = await family("Tree", ["1", "2"]);
    const [one = 0, two = 0] = ids;
    const deep = await create(admin, "1.1", { parent_id: one });
    await move(two, parent.id, 0);
    const tree = async (query: string) => (await admin.get(`${path}?rootCategoryId=${parent.id}${query}`)).body;
    expect(idsOf(await tree(""))).toEqual([parent.id, [two], [one, [deep.id]]]);
    expect(idsOf(await tree("&depth=100"))).toEqual([parent.id, [two], [one, [deep.id]]]);
    expect(idsOf(await tree("&depth=1"))).toEqual([parent.id, [two], [one]]);
    for (const depth of [0, -3]) expect(idsOf(await tree(`&depth=${depth}`))).toEqual([parent.id]);
    expect(await tree("&depth=0")).toEqual({
      id: parent.id,
      parent_id: 2,
      name: "Tree",
      is_active: true,
      position: parent.position,
      level: 2,
      product_count: 0,
      children_data: [],
    });
  });

  it("starts from the root category of the store, or from the tree root under `all`", async () => {
    expect((await admin.get(path)).body.id).toBe(2);
    expect((await admin.get(path, { store: "default" })).body.id).toBe(2);
    expect((await admin.get(path, { store: "all" })).body).toMatchObject({ id: 1, parent_id: 0, level: 0 });
    const reply = await admin.get(`${path}?rootCategoryId=99999`);
    expect([reply.status, reply.body]).toEqual(notFound(99999));
  });
});

describe("concurrent calls", () => {
  /** Waits for all calls and returns their distinct statuses. */
  const statuses = async (calls: readonly Promise<{ readonly status: number }>[]) => [
    ...new Set((await Promise.all(calls)).map(({ status }) => status)),
  ];

  it("create, move and delete categories without a wrong path, level, position or count", async () => {
    const roots = await Promise.all(["p", "q", "r"].map((name) => create(admin, `Rush ${name}`)));
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        create(admin, `c${index}`, { parent_id: roots[index % roots.length]?.id }),
      ),
    );
    expect(await faults(app.db)).toEqual([]);
    const calls = made.flatMap(({ id }, index) => [
      admin.put(`${path}/${id}/move`, {
        parentId: made[(index * 7 + 5) % made.length]?.id,
        afterId: index % 3 ? null : 0,
      }),
      ...(index % 4 === 0 ? [admin.delete(`${path}/${made[(index + 11) % made.length]?.id}`)] : []),
      admin.post(path, { category: { name: `late ${index}`, is_active: true, parent_id: id } }),
    ]);
    const answered = await statuses(calls);
    expect(answered.filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
    expect(answered).toContain(200);
    expect(await faults(app.db)).toEqual([]);
  });

  it("never create a cycle from two categories that are moved below each other", async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await create(admin, `Ring ${round} one`);
      const two = await create(admin, `Ring ${round} two`);
      const replies = await Promise.all([move(one.id, two.id), move(two.id, one.id)]);
      expect(replies.map(([status]) => status).sort()).toEqual([200, 400]);
    }
    expect(await faults(app.db)).toEqual([]);
  });

  it("assign a URL key only once", async () => {
    const parent = await create(admin, "Wanted");
    const category = { name: "The one", is_active: true, parent_id: parent.id };
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.post(path, { category })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(7);
    expect(await faults(app.db)).toEqual([]);
  });

  it("run in order if they are queued in bulk", async () => {
    const { parent, ids } = await family("Queue", ["a", "b", "c", "d"]);
    const [a, b, c, d] = ids;
    const moves = [
      { categoryId: a, parentId: b },
      { categoryId: b, parentId: a },
      { categoryId: c, parentId: parent.id, afterId: 0 },
      { categoryId: d, parentId: parent.id, afterId: 0 },
    ];
    const detail = await waitForBulk(admin, await admin.put(`/async/bulk${path}/byCategoryId/move`, moves));
    expect(detail.operations_list.map(({ status }) => status)).toEqual([1, 3, 1, 1]);
    expect(await childrenOf(parent.id)).toEqual(["d", "c", "b"]);
    expect(await faults(app.db)).toEqual([]);
  });
});
