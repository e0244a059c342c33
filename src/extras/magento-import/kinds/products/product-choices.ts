import { CustomOption, CustomOptionValue } from "../../../../commerce/catalog/options/product-option.types.js";
import { byId, type Entity, entitiesOf, numberOf, partOf, pick, pickFields, textOf } from "../../entity.js";
import type { WriteContext } from "../../kind.js";
import { imagesToSend } from "./product-images.js";

/** Returns a field with the id in Portico; an empty object if the record is new. */
function idIfKnown(field: string, [kind, id]: readonly [string, number], { ids }: WriteContext): Entity {
  const found = ids.find(kind, id);
  return found === undefined ? {} : { [field]: found };
}

/** Returns the custom options of a product for a request. */
export const customOptions = (product: Entity, to: WriteContext): readonly Entity[] =>
  byId(entitiesOf(product["options"]), "option_id").map((option) => ({
    ...pickFields(option, CustomOption, "option_id"),
    ...idIfKnown("option_id", ["custom options", numberOf(option, "option_id")], to),
    product_sku: product["sku"],
    values: byId(entitiesOf(option["values"]), "option_type_id").map((value) => ({
      ...pickFields(value, CustomOptionValue, "option_type_id"),
      ...idIfKnown("option_type_id", ["values of custom options", numberOf(value, "option_type_id")], to),
    })),
  }));

const linkFields = [
  ...["title", "sort_order", "is_shareable", "price", "number_of_downloads", "link_type", "link_url"],
  ...["sample_type", "sample_url"],
];

/** Whether a link or sample is a URL. Magento's REST API does not return the content of files. */
const isUrl = (type: string) => (link: Entity) => textOf(link, type) === "url";

/** Returns the links and samples of a downloadable product for a request. */
export function downloads(product: Entity, to: WriteContext): Entity {
  if (textOf(product, "type_id") !== "downloadable") return {};
  const extension = partOf(product, "extension_attributes");
  const links = byId(entitiesOf(extension["downloadable_product_links"]), "id");
  const samples = byId(entitiesOf(extension["downloadable_product_samples"]), "id");
  for (const link of [
    ...links.filter((one) => !isUrl("link_type")(one)),
    ...samples.filter((one) => !isUrl("sample_type")(one)),
  ])
    to.note("partly", `without the download "${textOf(link, "title")}": Magento does not return the content of files`);
  return {
    downloadable_product_links: links.filter(isUrl("link_type")).map((link) => ({
      ...pick(withUrlSample(link), linkFields),
      ...idIfKnown("id", ["downloadable links", numberOf(link, "id")], to),
    })),
    downloadable_product_samples: samples.filter(isUrl("sample_type")).map((sample) => ({
      ...pick(sample, ["title", "sort_order", "sample_type", "sample_url"]),
      ...idIfKnown("id", ["downloadable samples", numberOf(sample, "id")], to),
    })),
  };
}

const withUrlSample = (link: Entity): Entity =>
  textOf(link, "sample_type") === "url" ? link : { ...link, sample_type: undefined, sample_url: undefined };

/**
 * Records the ids of the parts of a saved product. Portico returns parts by sort order and then by id. Parts get their
 * ids in the order in which they are sent, which is the order of their ids in the source.
 */
export function recordPartIds(product: Entity, saved: Entity, to: WriteContext): void {
  const [extension, savedExtension] = [partOf(product, "extension_attributes"), partOf(saved, "extension_attributes")];
  const options = sortLikeAnswer(entitiesOf(product["options"]), ["sort_order", "option_id"]);
  const savedOptions = entitiesOf(saved["options"]);
  const images = sortLikeAnswer(imagesToSend(product), ["position", "id"]);
  recordIds(["images", "id"], [images, entitiesOf(saved["media_gallery_entries"])], to);
  recordIds(["custom options", "option_id"], [options, savedOptions], to);
  for (const [at, option] of options.entries()) {
    const values = sortLikeAnswer(entitiesOf(option["values"]), ["sort_order", "option_type_id"]);
    recordIds(["values of custom options", "option_type_id"], [values, entitiesOf(savedOptions[at]?.["values"])], to);
  }
  for (const [kind, field, type] of downloadKinds) {
    const sent = sortLikeAnswer(entitiesOf(extension[field]).filter(isUrl(type)), ["sort_order", "id"]);
    recordIds([kind, "id"], [sent, entitiesOf(savedExtension[field])], to);
  }
}

const downloadKinds = [
  ["downloadable links", "downloadable_product_links", "link_type"],
  ["downloadable samples", "downloadable_product_samples", "sample_type"],
] as const;

/** Sorts entities in the order of Portico's answers. */
const sortLikeAnswer = (entities: readonly Entity[], [order, id]: readonly [string, string]): readonly Entity[] =>
  [...entities].sort(
    (one, other) => numberOf(one, order) - numberOf(other, order) || numberOf(one, id) - numberOf(other, id),
  );

/** Records the ids of two lists of entities in the same order. */
export function recordIds(
  [kind, field]: readonly [string, string],
  [sent, saved]: readonly [readonly Entity[], readonly Entity[]],
  { ids, note }: WriteContext,
): void {
  if (sent.length !== saved.length) return;
  for (const [at, entity] of sent.entries()) {
    const [sourceId, id] = [numberOf(entity, field), numberOf(saved[at] ?? {}, field)];
    if (sourceId === 0 || id === 0) continue;
    const before = ids.find(kind, sourceId);
    ids.set(kind, sourceId, id);
    if (sourceId !== id && before !== id && kind !== "images")
      note("id", `${kind}: id changed from ${sourceId} to ${id}`);
  }
}
