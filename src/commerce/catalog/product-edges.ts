import type { ConfiguredContext } from "../../api/call/context.js";
import { edge, type Edge, type GraphArguments } from "../../api/contract/graph.js";
import { listsOf } from "../../api/contract/related.js";
import type { Db } from "../../platform/db/database.js";
import { linkType } from "./closed-sets.types.js";
import { readChildren, readLinked, readParents, type Related } from "./graph.sql.js";
import { codeOfLinkType } from "./links/link-types.js";
import { readProductMap } from "./products/find/find-products.js";
import type { Product } from "./products/product.types.js";

/** Reads the ids of products that are related to the given products. */
type ReadRelated = (db: Db, productIds: readonly number[], args: GraphArguments) => Promise<readonly Related[]>;

interface ProductsField {
  readonly name: string;
  readonly description: string;
  readonly read: ReadRelated;
  readonly args?: NonNullable<Parameters<typeof edge>[0]["args"]>;
}

/** Declares a field of a product that returns related products, with the permission of a product search. */
const productsField = ({ read, ...field }: ProductsField) =>
  edge<Product, number>({
    ...field,
    on: "Product",
    type: "[Product!]",
    permission: ["Magento_Catalog::products"],
    publicRead: true,
    needs: ["id"],
    key: ({ id }) => id ?? undefined,
    load: (ids, args, ctx) => relatedProducts(ids, () => read(ctx.db, ids, args), ctx),
  });

async function relatedProducts(
  keys: readonly number[],
  read: () => Promise<readonly Related[]>,
  ctx: ConfiguredContext,
): Promise<Product[][]> {
  const links = await read();
  const byId = await readProductMap(links, ctx);
  return listsOf(
    keys,
    links.map(({ key, id }) => ({ key, value: byId.get(id) })),
  );
}

/** Declares the product of a record that names it by its id. */
const productField = <Parent>(on: string, field: Pick<Edge<Parent, number>, "description" | "needs" | "key">) =>
  edge<Parent, number>({
    ...field,
    on,
    name: "product",
    type: "Product",
    permission: ["Magento_Catalog::products"],
    publicRead: true,
    load: async (ids, _args, ctx) => {
      const byId = await readProductMap(
        ids.map((id) => ({ id })),
        ctx,
      );
      return ids.map((id) => byId.get(id));
    },
  });

export const productEdges = [
  productsField({
    name: "children",
    description:
      "Variations of a configurable product, products that a bundle offers, or products of a grouped product.",
    read: readChildren,
  }),
  productsField({
    name: "parents",
    description: "Configurable products, bundles and grouped products that contain the product.",
    read: readParents,
  }),
  productsField({
    name: "linked_products",
    description: "Products that the product is linked to, by position.",
    args: { type: { type: "String!", oneOf: linkType, description: "Type of the links." } },
    read: (db, ids, { type }) => readLinked(db, ids, codeOfLinkType(String(type)) ?? 0),
  }),
  productField<{ readonly product_id?: number | null }>("OrderItem", {
    description: "The current product; null if it was deleted.",
    needs: ["product_id"],
    key: ({ product_id: id }) => id ?? undefined,
  }),
  productField<{ readonly id: number }>("FoundDocument", {
    description: "The product.",
    needs: ["id"],
    key: ({ id }) => id,
  }),
];
