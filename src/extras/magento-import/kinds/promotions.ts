import { type Entity, entitiesOf, listOf, numberOf, textOf, without } from "../entity.js";
import type { Kind, WriteContext } from "../kind.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../shops/pages.js";

const mapKnownIds = (
  entity: Entity,
  field: string,
  [kind, { ids }]: readonly [string, WriteContext],
): readonly number[] => listOf(entity[field]).flatMap((id) => ids.find(kind, Number(id)) ?? []);

function bodyOf(entity: Entity, to: WriteContext): Entity {
  const store_labels = entitiesOf(entity["store_labels"]).flatMap((label) => {
    const source = numberOf(label, "store_id");
    const store_id = source === 0 ? 0 : to.ids.find("store views", source);
    return store_id === undefined ? [] : [{ store_id, store_label: label["store_label"] }];
  });
  return {
    ...without(entity, "rule_id", "extension_attributes", "product_ids"),
    store_labels,
    website_ids: mapKnownIds(entity, "website_ids", ["websites", to]),
    customer_group_ids: mapKnownIds(entity, "customer_group_ids", ["customer groups", to]),
  };
}

/** Cart price rules. They have no code, so a rule that was not imported before is matched by name. */
export const salesRules = listKind({
  name: "cart price rules",
  read: (shop) => readAll(shop, "/salesRules/search"),
  idField: "rule_id",
  model: "salesRule",
  keyOf: (entity) => textOf(entity, "name"),
  nameOf: (entity) => textOf(entity, "name"),
  body: bodyOf,
  create: (body) => ({ method: "POST", path: "/salesRules", body: { rule: body } }),
  update: (body, id) => ({ method: "PUT", path: `/salesRules/${id}`, body: { rule: { ...body, rule_id: id } } }),
  compare: (entity, id, to) => ({ path: `/salesRules/${id}`, body: without(bodyOf(entity, to), "times_used") }),
});

const couponBody = (entity: Entity, { ids }: WriteContext): Entity => ({
  ...without(entity, "coupon_id", "extension_attributes"),
  rule_id: ids.get("cart price rules", numberOf(entity, "rule_id")),
});

/** Coupons. */
export const coupons: Kind = listKind({
  name: "coupons",
  read: (shop) => readAll(shop, "/coupons/search"),
  idField: "coupon_id",
  model: "coupon",
  keyOf: (entity) => textOf(entity, "code").toLowerCase(),
  nameOf: (entity) => textOf(entity, "code"),
  body: couponBody,
  create: (body) => ({ method: "POST", path: "/coupons", body: { coupon: body } }),
  update: (body, id) => ({ method: "PUT", path: `/coupons/${id}`, body: { coupon: { ...body, coupon_id: id } } }),
  compare: (entity, id, to) => ({ path: `/coupons/${id}`, body: without(couponBody(entity, to), "created_at") }),
});
