import type { ConfiguredContext } from "../../../api/call/context.js";
import { edge } from "../../../api/contract/graph.js";
import { listsOf } from "../../../api/contract/related.js";
import { baseMediaUrl } from "../attribute-edges.js";
import type { CustomAttribute } from "../attributes/custom-attribute.types.js";
import { readCategories } from "../categories/category.rows.js";
import type { Category } from "../categories/category.types.js";
import type { Related } from "../graph.sql.js";
import type { Product } from "../products/product.types.js";
import { readPathsTo, urlSuffix } from "./page-urls.sql.js";

interface Described {
  readonly custom_attributes?: readonly CustomAttribute[] | null;
}

const valueOf = ({ custom_attributes: attributes }: Described, code: string): string | undefined => {
  const value = attributes?.find(({ attribute_code: found }) => found === code)?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
};

const ofProduct = { on: "Product", permission: ["Magento_Catalog::products"], publicRead: true } as const;
const ofCategory = { on: "Category", permission: ["Magento_Catalog::categories"], publicRead: true } as const;

/** The keys are the values. */
const asKeys = (keys: readonly string[]) => Promise.resolve(keys);

const pathOfProduct = edge<Product, string>({
  ...ofProduct,
  name: "url_path",
  type: "String",
  description: "Path of the product's page below the base URL of the store view, such as `blue-shirt.html`.",
  needs: ["id", "custom_attributes"],
  key: (product) => {
    const key = valueOf(product, "url_key");
    return key === undefined ? `catalog/product/view/id/${product.id}` : `${key}${urlSuffix}`;
  },
  load: asKeys,
});

const pathOfCategory = edge<Category, string>({
  ...ofCategory,
  name: "url_path",
  type: "String",
  description:
    "Path of the category's page below the base URL of the store view, such as `shirts/blue.html`; null for root categories.",
  needs: ["custom_attributes"],
  key: (category) => {
    const path = valueOf(category, "url_path");
    return path === undefined ? undefined : `${path}${urlSuffix}`;
  },
  load: asKeys,
});

const image = edge<Product, string>({
  ...ofProduct,
  name: "image_url",
  type: "String",
  description: "URL of the base image in the store view; null without an image.",
  needs: ["custom_attributes"],
  key: (product) => {
    const file = valueOf(product, "image");
    return file === "no_selection" ? undefined : file;
  },
  load: async (files, _args, ctx) => {
    const base = await baseMediaUrl(ctx);
    return files.map((file) => `${base}catalog/product${file}`);
  },
});

/** Returns the categories of the paths in their order, each read once. */
async function categoriesOn<Key>(
  keys: readonly Key[],
  links: readonly { readonly key: Key; readonly id: number }[],
  { db, scope, selection }: ConfiguredContext,
): Promise<Category[][]> {
  const wanted = { by: "id", ids: [...new Set(links.map(({ id }) => id))] } as const;
  const found = await readCategories(db, wanted, { storeId: scope.storeId, selection });
  const byId = new Map(found.map((category) => [category.id, category]));
  return listsOf(
    keys,
    links.map(({ key, id }) => ({ key, value: byId.get(id) })),
  );
}

const wayToCategory = edge<Category, string>({
  ...ofCategory,
  name: "breadcrumbs",
  type: "[Category!]",
  description: "Categories above the category, from the top down, without the root category.",
  needs: ["path"],
  key: ({ path }) => path ?? undefined,
  load: (paths, _args, ctx) => {
    const links = paths.flatMap((key) =>
      key
        .split("/")
        .slice(2, -1)
        .map((id) => ({ key, id: Number(id) })),
    );
    return categoriesOn(paths, links, ctx);
  },
});

const wayToProduct = edge<Product, number>({
  ...ofProduct,
  name: "breadcrumbs",
  type: "[Category!]",
  description: "The way to the product's deepest active category in the store view, from the top down.",
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, _args, ctx) => {
    const links: Related[] = await readPathsTo(ctx.db, ids, ctx.scope.storeId);
    return categoriesOn(ids, links, ctx);
  },
});

/** What pages of a storefront show besides the product or the category: paths, the image and the way to it. */
export const pageEdges = [pathOfProduct, pathOfCategory, image, wayToCategory, wayToProduct];
