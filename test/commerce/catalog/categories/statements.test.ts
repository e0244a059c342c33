import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../../support/app.js";
import { addCategories } from "../support.js";
import { create, path } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addCategories(app.db, 50, 51, 52, 53);
});

/** Returns the statements about categories and their attributes, without those for the caller and the transaction. */
async function statementsOf(work: () => Promise<{ readonly status: number }>): Promise<string[]> {
  const statements = await app.statementsOf(async () => expect((await work()).status).toBe(200));
  return statements.filter((text) => /category|"attribute"/.test(text));
}

describe("the number of statements", () => {
  it("is one for a tree of any size, and one more to find the store's root", async () => {
    expect(await statementsOf(() => admin.get(`${path}?rootCategoryId=2`))).toHaveLength(1);
    expect(await statementsOf(() => admin.get(path))).toHaveLength(2);
  });

  it("excludes counting products if the count is not requested", async () => {
    const [statement] = await statementsOf(() => admin.get(`${path}?rootCategoryId=2&fields=id,children_data[id]`));
    expect(statement).not.toContain("product_category");
    const [counting] = await statementsOf(() =>
      admin.get(`${path}?rootCategoryId=2&fields=id,children_data[product_count]`),
    );
    expect(counting).toContain("product_category");
  });

  it("is one for a category, for a list, and for the products of a category", async () => {
    expect(await statementsOf(() => admin.get(`${path}/50`))).toHaveLength(1);
    expect(await statementsOf(() => admin.get(`${path}/list?searchCriteria`))).toHaveLength(1);
    expect(await statementsOf(() => admin.get(`${path}/50/products`))).toHaveLength(1);
  });

  it("is seven to create one, five to move it and four to delete it, with any number of descendants", async () => {
    const creating = await statementsOf(() =>
      admin.post(path, { category: { name: "Counted", is_active: true, parent_id: 50 } }),
    );
    expect(creating).toHaveLength(7);
    for (const name of ["a", "b", "c"]) await create(admin, name, { parent_id: 51 });
    const moving = await statementsOf(() => admin.put(`${path}/51/move`, { parentId: 50 }));
    expect(moving).toHaveLength(5);
    expect(await statementsOf(() => admin.delete(`${path}/50`))).toHaveLength(4);
  });
});
