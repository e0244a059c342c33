import { TaxClass } from "../../../commerce/tax/classes/tax-classes.types.js";
import { TaxRate } from "../../../commerce/tax/rates/tax-rates.types.js";
import { TaxRule } from "../../../commerce/tax/rules/tax-rules.types.js";
import { type Entity, listOf, numberOf, pickFields, textOf } from "../entity.js";
import type { WriteContext } from "../kind.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../shops/pages.js";
import { findRegionId } from "../mapping/regions.js";

const lower = (entity: Entity, field: string) => textOf(entity, field).toLowerCase();

const classBody = (entity: Entity) => pickFields(entity, TaxClass, "class_id");

/** Tax classes of products and customers. */
export const taxClasses = listKind({
  name: "tax classes",
  read: (shop) => readAll(shop, "/taxClasses/search"),
  idField: "class_id",
  model: "taxClass",
  keyOf: (entity) => `${textOf(entity, "class_type")} ${lower(entity, "class_name")}`,
  nameOf: (entity) => textOf(entity, "class_name"),
  body: classBody,
  create: (body) => ({ method: "POST", path: "/taxClasses", body: { taxClass: body } }),
  update: (body, id) => ({ method: "PUT", path: `/taxClasses/${id}`, body: { taxClass: { ...body, class_id: id } } }),
  compare: (entity, id) => ({ path: `/taxClasses/${id}`, body: classBody(entity) }),
});

const titles = (entity: Entity, { ids }: WriteContext) =>
  listOf(entity["titles"]).flatMap((title) => {
    const { store_id: id, value } = title as { store_id: string; value: string };
    const storeId = ids.find("store views", id);
    return storeId === undefined ? [] : [{ store_id: String(storeId), value }];
  });

/** Returns the fields of a rate that are the same in every shop. */
const sharedFields = (entity: Entity) => pickFields(entity, TaxRate, "id", "tax_region_id", "titles");

const rateBody = async (entity: Entity, to: WriteContext): Promise<Entity> => ({
  ...sharedFields(entity),
  tax_region_id: await regionOf(entity, to),
  titles: titles(entity, to),
});

/** Returns Portico's id of the region. Magento's field `region_name` contains its code. */
async function regionOf(entity: Entity, to: WriteContext): Promise<number> {
  const [id, name, country] = [
    numberOf(entity, "tax_region_id"),
    textOf(entity, "region_name"),
    textOf(entity, "tax_country_id"),
  ];
  if (id === 0 || name === "") return id;
  return (await findRegionId({ country, code: name, name }, to)) ?? id;
}

/** Tax rates. */
export const taxRates = listKind({
  name: "tax rates",
  read: (shop) => readAll(shop, "/taxRates/search"),
  idField: "id",
  model: "taxRate",
  keyOf: (entity) => lower(entity, "code"),
  nameOf: (entity) => textOf(entity, "code"),
  body: rateBody,
  create: (body) => ({ method: "POST", path: "/taxRates", body: { taxRate: body } }),
  update: (body, id) => ({ method: "PUT", path: "/taxRates", body: { taxRate: { ...body, id } } }),
  compare: (entity, id) => ({ path: `/taxRates/${id}`, body: sharedFields(entity) }),
});

const mapIds = (entity: Entity, field: string, [kind, { ids }]: readonly [string, WriteContext]): readonly number[] =>
  listOf(entity[field]).map((id) => ids.get(kind, Number(id)));

const ruleBody = (entity: Entity, to: WriteContext): Entity => ({
  ...pickFields(entity, TaxRule, "id"),
  customer_tax_class_ids: mapIds(entity, "customer_tax_class_ids", ["tax classes", to]),
  product_tax_class_ids: mapIds(entity, "product_tax_class_ids", ["tax classes", to]),
  tax_rate_ids: mapIds(entity, "tax_rate_ids", ["tax rates", to]),
});

/** Tax rules. */
export const taxRules = listKind({
  name: "tax rules",
  read: (shop) => readAll(shop, "/taxRules/search"),
  idField: "id",
  model: "taxRule",
  keyOf: (entity) => lower(entity, "code"),
  nameOf: (entity) => textOf(entity, "code"),
  body: ruleBody,
  create: (body) => ({ method: "POST", path: "/taxRules", body: { rule: body } }),
  update: (body, id) => ({ method: "PUT", path: "/taxRules", body: { rule: { ...body, id } } }),
  compare: (entity, id, to) => ({ path: `/taxRules/${id}`, body: ruleBody(entity, to) }),
});
