import { serviceUrl } from "../../api/http/address.js";
import { Field } from "type-graphql";
import type { ConfiguredContext } from "../../api/call/context.js";
import { edge } from "../../api/contract/graph.js";
import { Mixed } from "../../api/contract/scalars.js";
import { OutputShape } from "../../api/contract/shape.js";
import { readSettings, readStoreViews, storeConfigOf, storeConfigPaths } from "../store/published.js";
import type { Db } from "../../platform/db/database.js";
import type { CustomAttribute } from "./attributes/custom-attribute.types.js";
import { type AttributeFacts, readAttributes } from "./attributes/product-attributes.sql.js";
import { readLabels } from "./graph.sql.js";
import type { MediaGalleryEntry } from "./media/product-media.types.js";
import type { Product } from "./products/product.types.js";

@OutputShape("AttributeValue", "The value of an attribute, with the labels that shoppers see.")
export class AttributeValue {
  @Field(() => String, { description: "Code of the attribute." })
  code!: string;

  @Field(() => String, { description: "Label of the attribute." })
  label!: string;

  @Field(() => String, { nullable: true, description: "Input type of the attribute, such as `select`." })
  input_type?: string | null;

  @Field(() => Mixed, { nullable: true, description: "The value; option ids if the attribute has options." })
  value?: unknown;

  @Field(() => [String], { description: "Labels of the chosen options in the store view; empty without options." })
  option_labels!: string[];
}

/** Input types whose values are ids of options. */
const optionInputTypes: ReadonlySet<string | null> = new Set(["select", "multiselect"]);

const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => String(one).split(","));

const attributeValues = edge<Product, readonly CustomAttribute[]>({
  on: "Product",
  name: "attribute_values",
  type: "[AttributeValue!]",
  description: "Values of the product's attributes, with the labels of their options.",
  args: { codes: { type: "[String!]", description: "Codes of the attributes. Default: all attributes with a value." } },
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["custom_attributes"],
  key: ({ custom_attributes: values }) => values ?? undefined,
  load: async (keys, { codes }, { db, scope }: ConfiguredContext) => {
    const wanted = codes == null ? undefined : new Set(codes as readonly string[]);
    const lists = keys.map((list) => list.filter(({ attribute_code: code }) => !wanted || wanted.has(code)));
    const facts = await readAttributes(db, [...new Set(lists.flat().map(({ attribute_code: code }) => code))]);
    const labels = await labelsOf(lists.flat(), facts, { db, storeId: scope.storeId });
    return lists.map((list) =>
      list.flatMap((given) => toAttributeValues(given, facts.get(given.attribute_code), labels)),
    );
  },
});

type Facts = ReadonlyMap<string, AttributeFacts>;

const keyOf = (attributeId: number, value: string) => `${attributeId} ${value}`;

/** Returns the labels of the chosen options, by attribute and value. */
async function labelsOf(
  given: readonly CustomAttribute[],
  facts: Facts,
  { db, storeId }: { readonly db: Db; readonly storeId: number },
): Promise<ReadonlyMap<string, string>> {
  const chosen = given.flatMap(({ attribute_code: code, value }) => {
    const found = facts.get(code);
    return found && optionInputTypes.has(found.frontend_input) ? [{ id: found.id, values: valuesOf(value) }] : [];
  });
  if (chosen.length === 0) return new Map();
  const attributeIds = [...new Set(chosen.map(({ id }) => id))];
  const values = [...new Set(chosen.flatMap((one) => one.values))];
  const labels = await readLabels(db, storeId, { attributeIds, values });
  return new Map(labels.map(({ attribute_id: id, value, label }) => [keyOf(id, value), label]));
}

function toAttributeValues(
  { attribute_code: code, value }: CustomAttribute,
  facts: AttributeFacts | undefined,
  labels: ReadonlyMap<string, string>,
): AttributeValue[] {
  if (!facts) return [];
  const chosen = optionInputTypes.has(facts.frontend_input) ? valuesOf(value) : [];
  const option_labels = chosen.flatMap((one) => labels.get(keyOf(facts.id, one)) ?? []);
  return [{ code, label: facts.label, input_type: facts.frontend_input, value, option_labels }];
}

/** Returns the URL that the files of the media library are below, in the store view of a call. */
export async function baseMediaUrl({ db, scope, config }: ConfiguredContext): Promise<string> {
  const view = (await readStoreViews(db)).find(({ id }) => id === scope.storeId);
  const store = view ?? { id: 0, code: "admin", website_id: 0 };
  return storeConfigOf(store, await readSettings(db, storeConfigPaths), serviceUrl(config)).base_media_url;
}

const mediaUrl = edge<MediaGalleryEntry, string>({
  on: "MediaGalleryEntry",
  name: "url",
  type: "String",
  description: "URL of the image in the store view; null if the entry has no file.",
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["file"],
  key: ({ file }) => file ?? undefined,
  load: async (files, _args, ctx) => {
    const base = await baseMediaUrl(ctx);
    return files.map((file) => `${base}catalog/product${file}`);
  },
});

export const attributeEdges = [attributeValues, mediaUrl];
