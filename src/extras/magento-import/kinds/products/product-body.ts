import {
  attributesOf,
  customAttributes,
  type Entity,
  isEntity,
  listOf,
  numberOf,
  partOf,
  pick,
  textOf,
  without,
} from "../../entity.js";
import type { WriteContext } from "../../kind.js";
import { readAll } from "../../shops/pages.js";
import { mappedValue } from "../attributes.js";
import { categoryLinks } from "../categories.js";

const ownFields = ["sku", "name", "price", "status", "visibility", "type_id", "weight"];

/** Attributes that are derived from other fields of a product, or imported with them. */
const derived = new Set([
  ...["category_ids", "image", "small_image", "thumbnail", "swatch_image"],
  ...["media_gallery", "created_at", "updated_at", "old_id"],
]);

/** Parts of products that are sent separately, or with the links to other products. */
const separatelySent = [
  ...["website_ids", "category_links", "stock_item", "bundle_product_options", "configurable_product_options"],
  ...["configurable_product_links", "downloadable_product_links", "downloadable_product_samples"],
];

/** The types without their own price. */
const typesWithoutPrice = new Set(["configurable", "grouped"]);

/** Returns the body of a product without its images, options and links. */
export function productBody(entity: Entity, to: WriteContext): Entity {
  const extension = partOf(entity, "extension_attributes");
  const typeId = textOf(entity, "type_id");
  const fields = typesWithoutPrice.has(typeId) ? ownFields.filter((field) => field !== "price") : ownFields;
  return {
    ...pick(entity, fields),
    attribute_set_id: to.ids.get("attribute sets", numberOf(entity, "attribute_set_id")),
    custom_attributes: customAttributes(valuesOf(entity, to)),
    extension_attributes: {
      ...without(extension, ...separatelySent),
      website_ids: listOf(extension["website_ids"]).flatMap((id) => to.ids.find("websites", Number(id)) ?? []),
      category_links: categoryLinks(extension["category_links"], to),
      ...stockOf(entity),
    },
  };
}

const valuesOf = (entity: Entity, to: WriteContext): ReadonlyMap<string, unknown> =>
  new Map(
    [...attributesOf(entity)].flatMap(([code, value]) =>
      derived.has(code) || value === null ? [] : [[code, mappedValue(code, value, to)] as const],
    ),
  );

function stockOf(entity: Entity): Entity {
  const stock = entity["stock_item"];
  if (!isEntity(stock) || Object.keys(stock).length === 0) return {};
  return {
    stock_item: without(stock, "item_id", "product_id", "stock_id", "low_stock_date", "stock_status_changed_auto"),
  };
}

/** Records the attributes of a product that Portico does not have. */
export async function noteUnknownAttributes(entity: Entity, to: WriteContext): Promise<void> {
  const known = await to.cached("codes of attributes", async () => {
    const found = await readAll(to.shop, "/products/attributes");
    return new Set(found.map((attribute) => textOf(attribute, "attribute_code")));
  });
  for (const code of valuesOf(entity, to).keys()) {
    if (!known.has(code)) to.note("partly", `without the attribute ${code}, which Portico does not have`);
  }
}
