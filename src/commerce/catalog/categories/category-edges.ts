import { invalid } from "../../../api/call/errors.js";
import { edge } from "../../../api/contract/graph.js";
import { listsOf } from "../../../api/contract/related.js";
import { readCategories } from "./category.rows.js";
import type { Category } from "./category.types.js";
import { readCategoriesOf, readProductsIn } from "../graph.sql.js";
import { readProductMap } from "../products/find/find-products.js";
import type { Product } from "../products/product.types.js";

const categories = "Magento_Catalog::categories";

const categoriesOfProduct = edge<Product, number>({
  on: "Product",
  name: "categories",
  type: "[Category!]",
  description: "Categories that the product is directly assigned to, from the top of the tree down.",
  permission: [categories],
  publicRead: true,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, _args, { db, scope, selection }) => {
    const links = await readCategoriesOf(db, ids);
    const wanted = { by: "id", ids: [...new Set(links.map(({ id }) => id))] } as const;
    const found = await readCategories(db, wanted, { storeId: scope.storeId, selection });
    const byId = new Map(found.map((category) => [category.id, category]));
    return listsOf(
      ids,
      links.map(({ key, id }) => ({ key, value: byId.get(id) })),
    );
  },
});

const subcategories = edge<Category, number>({
  on: "Category",
  name: "subcategories",
  type: "[Category!]",
  description: "Direct subcategories, by position.",
  permission: [categories],
  publicRead: true,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, _args, { db, scope, selection }) => {
    const found = await readCategories(db, { by: "parent_id", ids }, { storeId: scope.storeId, selection });
    return listsOf(
      ids,
      found.map((value) => ({ key: value.parent_id ?? 0, value })),
    );
  },
});

/** Maximum number of products of one category. */
const maxProducts = 100;

const productsOfCategory = edge<Category, number>({
  on: "Category",
  name: "products",
  type: "[Product!]",
  description:
    "Products directly assigned to the category, by position. To page through them or to include subcategories, search products by `category_id`.",
  args: { first: { type: "Int!", description: "Maximum number of products, 1 to 100.", defaultValue: 20 } },
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, { first }, ctx) => {
    const limit = Number(first);
    if (limit < 1 || limit > maxProducts) throw invalid("first", limit);
    const links = await readProductsIn(ctx.db, ids, limit);
    const byId = await readProductMap(links, ctx);
    return listsOf(
      ids,
      links.map(({ key, id }) => ({ key, value: byId.get(id) })),
    );
  },
});

export const categoryEdges = [categoriesOfProduct, subcategories, productsOfCategory];
