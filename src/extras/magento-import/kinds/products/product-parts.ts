import { BundleLink, BundleOption } from "../../../../commerce/catalog/bundle/product-bundle.types.js";
import { ConfigurableOption } from "../../../../commerce/catalog/configurable/product-configurable.types.js";
import { byId, type Entity, entitiesOf, idsFrom, listOf, numberOf, partOf, pickFields, textOf } from "../../entity.js";
import type { Kind, WriteContext } from "../../kind.js";
import type { NextId } from "../../../../platform/db/next-ids.js";
import type { Write } from "../../shops/local-shop.js";
import { longPages } from "../../shops/pages.js";
import { allOptions } from "../attributes.js";
import { recordIds } from "./product-choices.js";

const fields =
  "items[id,sku,type_id,product_links,extension_attributes[configurable_product_options,configurable_product_links," +
  "bundle_product_options]],total_count";

const list = {
  path: "/products",
  idField: "entity_id",
  idKey: "id",
  changedField: "updated_at",
  fields,
  keyOf: (entity: Entity) => textOf(entity, "sku"),
};

/**
 * References of products to other products: related products, variations, parts of bundles and groups. They are written
 * after all products.
 */
export const productParts: Kind = {
  name: "product links and options",
  pages: (reading) => longPages(list, reading),
  async write({ key: sku, entity }, to) {
    const product = partsOf(entity, to);
    if (Object.keys(product).length === 0) return;
    const options = byId(bundleOptions(entity), "option_id");
    const write: Write = {
      ...{ method: "PUT", path: `/products/${encodeURIComponent(sku)}`, body: { product: { sku, ...product } } },
      fields: "id,extension_attributes[bundle_product_options[option_id]]",
    };
    const saved = (await to.shop.create(write, ...wantedIds(entity, options))) as Entity;
    const savedOptions = entitiesOf(partOf(saved, "extension_attributes")["bundle_product_options"]);
    recordIds(["bundle options", "option_id"], [options, byId(savedOptions, "option_id")], to);
  },
  toExpected({ key: sku, entity }, to) {
    const body = partsOf(entity, { ...to, note: () => undefined });
    return Object.keys(body).length === 0 ? undefined : [{ path: `/products/${encodeURIComponent(sku)}`, body }];
  },
};

/** Returns the ids wanted for each model of the parts. */
function wantedIds(entity: Entity, options: readonly Entity[]): readonly NextId[] {
  const choices = partOf(entity, "extension_attributes")["configurable_product_options"];
  const links = options.flatMap((one) => entitiesOf(one["product_links"]));
  return [
    { model: "bundleOption", ...idsFrom(options, "option_id") },
    { model: "bundleSelection", ...idsFrom(links, "id") },
    { model: "configurableOption", ...idsFrom(choices, "id") },
  ];
}

const bundleOptions = (entity: Entity) => entitiesOf(partOf(entity, "extension_attributes")["bundle_product_options"]);

function partsOf(entity: Entity, to: WriteContext): Entity {
  const links = entitiesOf(entity["product_links"]);
  const parts = typeParts[textOf(entity, "type_id")]?.(entity, to) ?? {};
  return {
    ...(links.length > 0 ? { product_links: links } : {}),
    ...(Object.keys(parts).length > 0 ? { extension_attributes: parts } : {}),
  };
}

const typeParts: Readonly<Record<string, (entity: Entity, to: WriteContext) => Entity>> = {
  configurable: (entity, to) => {
    const extension = partOf(entity, "extension_attributes");
    return {
      configurable_product_options: byId(entitiesOf(extension["configurable_product_options"]), "id").map((option) =>
        configurableOption(option, to),
      ),
      configurable_product_links: listOf(extension["configurable_product_links"]).flatMap((id) =>
        variation(Number(id), to),
      ),
    };
  },
  bundle: (entity, to) => {
    const options = byId(bundleOptions(entity), "option_id");
    return options.length === 0 ? {} : { bundle_product_options: options.map((option) => bundleOption(option, to)) };
  },
};

function configurableOption(option: Entity, to: WriteContext): Entity {
  const attributeId = to.ids.get("attributes", numberOf(option, "attribute_id"));
  return {
    ...pickFields(option, ConfigurableOption, "id", "product_id"),
    attribute_id: String(attributeId),
    values: entitiesOf(option["values"]).map((value) => ({
      value_index: optionId(numberOf(value, "value_index"), to),
    })),
  };
}

const optionId = (id: number, { ids }: WriteContext): number => ids.find(allOptions, id) ?? id;

function variation(id: number, to: WriteContext): readonly number[] {
  const found = to.ids.find("products", id);
  if (found === undefined) to.note("partly", `without variation ${id}, which was not imported`);
  return found === undefined ? [] : [found];
}

function bundleOption(option: Entity, to: WriteContext): Entity {
  const known = to.ids.find("bundle options", numberOf(option, "option_id"));
  return {
    ...pickFields(option, BundleOption, "option_id"),
    ...(known === undefined ? {} : { option_id: known }),
    product_links: entitiesOf(option["product_links"]).map((link) => pickFields(link, BundleLink, "id", "option_id")),
  };
}
