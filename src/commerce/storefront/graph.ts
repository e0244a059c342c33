import type { ConfiguredContext } from "../../api/call/context.js";
import { type DomainGraph, type Edge, edge } from "../../api/contract/graph.js";
import { readCategories, readProductMap } from "../catalog/published.pages.js";
import { readCmsPages } from "../content/published.js";
import type { UrlRoute } from "./url-route.types.js";

interface RecordField {
  readonly name: string;
  readonly type: string;
  readonly permission: string;
  readonly of: UrlRoute["type"];
  readonly read: (ids: readonly number[], ctx: ConfiguredContext) => Promise<ReadonlyMap<number, unknown>>;
}

/** Declares the field of a route that returns its record, if it is of one type. */
const recordField = ({ permission, of, read, ...field }: RecordField): Edge =>
  edge<UrlRoute, number>({
    ...field,
    on: "UrlRoute",
    description: `The record, if it is of type ${field.type}.`,
    permission: [permission],
    publicRead: true,
    needs: ["type", "id"],
    key: ({ type, id }) => (type === of ? id : undefined),
    load: async (ids, _args, ctx) => {
      const byId = await read(ids, ctx);
      return ids.map((id) => byId.get(id));
    },
  });

const byId = <Found extends { readonly id?: number | null }>(found: Iterable<Found>) =>
  new Map([...found].flatMap((one) => (one.id == null ? [] : [[one.id, one] as const])));

export const graph: DomainGraph = {
  edges: [
    recordField({
      ...{ name: "product", type: "Product", of: "product", permission: "Magento_Catalog::products" },
      read: (ids, ctx) =>
        readProductMap(
          ids.map((id) => ({ id })),
          ctx,
        ),
    }),
    recordField({
      ...{ name: "category", type: "Category", of: "category", permission: "Magento_Catalog::categories" },
      read: async (ids, { db, scope, selection }) =>
        byId(await readCategories(db, { by: "id", ids }, { storeId: scope.storeId, selection })),
    }),
    recordField({
      ...{ name: "cms_page", type: "CmsPage", of: "cms-page", permission: "Magento_Cms::page" },
      read: async (ids, { db }) => byId(await readCmsPages(db, ids)),
    }),
  ],
};
