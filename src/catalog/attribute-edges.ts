import { Field } from "type-graphql";
import type { ConfiguredContext } from "../call/context.js";
import { edge } from "../contract/graph.js";
import { Mixed } from "../contract/scalars.js";
import { OutputShape } from "../contract/shape.js";
import { readSettings, readStoreViews, serviceUrl, storeConfigOf, storeConfigPaths } from "../store/published.js";
import type { CustomAttribute } from "./attributes/custom-attribute.types.js";
import { type AttributeFacts, readAttributes } from "./attributes/product-attributes.sql.js";
import type { MediaGalleryEntry } from "./media/product-media.types.js";
import type { Product } from "./products/product.types.js";
import { readOptionLabels } from "./sale/sold-products.sql.js";

@OutputShape("AttributeValue", "The value of an attribute, with the labels that a shopper reads.")
export class AttributeValue {
  @Field(() => String, { description: "Code of the attribute." })
  code!: string;

  @Field(() => String, { description: "Label of the attribute." })
  label!: string;

  @Field(() => String, { nullable: true, description: "Input type of the attribute, such as `select`." })
  input_type?: string | null;

  @Field(() => Mixed, { nullable: true, description: "The value; ids of options for attributes with options." })
  value?: unknown;

  @Field(() => [String], { description: "Labels of the chosen options in the store view; empty without options." })
  option_labels!: string[];
}

/** Input types whose values are ids of options. */
const withOptions: ReadonlySet<string | null> = new Set(["select", "multiselect"]);

const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => String(one).split(","));

const attributeValues = edge<Product, readonly CustomAttribute[]>({
  on: "Product",
  name: "attribute_values",
  type: "[AttributeValue!]",
  description: "Values of its attributes, with the labels of their options.",
  args: { codes: { type: "[String!]", description: "Codes of the attributes. Default: all that have a value." } },
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["custom_attributes"],
  key: ({ custom_attributes: values }) => values ?? undefined,
  load: async (keys, { codes }, { db, scope }: ConfiguredContext) => {
    const wanted = codes == null ? undefined : new Set(codes as readonly string[]);
    const lists = keys.map((list) => list.filter(({ attribute_code: code }) => !wanted || wanted.has(code)));
    const facts = await readAttributes(db, [...new Set(lists.flat().map(({ attribute_code: code }) => code))]);
    const hasOptions = ({ attribute_code: code }: CustomAttribute) =>
      withOptions.has(facts.get(code)?.frontend_input ?? null);
    const ids = lists
      .flat()
      .filter(hasOptions)
      .flatMap(({ value }) => valuesOf(value));
    const labels = await readOptionLabels(db, scope.storeId, [...new Set(ids)].filter(isId).map(Number));
    return lists.map((list) => list.flatMap((given) => labeled(given, facts.get(given.attribute_code), labels)));
  },
});

const isId = (text: string) => /^\d{1,9}$/.test(text);

function labeled(
  { attribute_code: code, value }: CustomAttribute,
  facts: AttributeFacts | undefined,
  labels: ReadonlyMap<string, string>,
): AttributeValue[] {
  if (!facts) return [];
  const chosen = withOptions.has(facts.frontend_input) ? valuesOf(value) : [];
  const option_labels = chosen.flatMap((id) => labels.get(id) ?? []);
  return [{ code, label: facts.label, input_type: facts.frontend_input, value, option_labels }];
}

const mediaUrl = edge<MediaGalleryEntry, string>({
  on: "MediaGalleryEntry",
  name: "url",
  type: "String",
  description: "Address of the image in the store view; null without a file.",
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["file"],
  key: ({ file }) => file ?? undefined,
  load: async (files, _args, { db, scope, config }) => {
    const view = (await readStoreViews(db)).find(({ id }) => id === scope.storeId);
    const store = view ?? { id: 0, code: "admin", website_id: 0 };
    const { base_media_url: base } = storeConfigOf(store, await readSettings(db, storeConfigPaths), serviceUrl(config));
    return files.map((file) => `${base}catalog/product${file}`);
  },
});

export const attributeEdges = [attributeValues, mediaUrl];
