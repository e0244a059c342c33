import { beforeAll, describe, expect, it } from "vitest";
import { deploySampleData } from "../../../src/extras/sampledata/deploy-sample-data.js";
import { type TestApp, useApp } from "../../support/app.js";
import { pixel, simple } from "./support.js";

/** References without a foreign key, with their targets: `child.column` → `parent.column`. */
const unchecked: Readonly<Record<string, string>> = {
  "access_token.user_id where user_type = 2 and revoked_at is null": "admin_user.id",
  "access_token.user_id where user_type = 3 and revoked_at is null": "customer.id",
  "caller_session.user_id where user_type = 2": "admin_user.id",
  "caller_session.user_id where user_type = 3": "customer.id",
  "sign_in_address.user_id where user_type = 2": "admin_user.id",
  "sign_in_address.user_id where user_type = 3": "customer.id",
  "bulk_callback.bulk_uuid": "bulk.uuid",
  "bulk_operation.bulk_uuid": "bulk.uuid",
  "bulk_queue.bulk_uuid": "bulk.uuid",
  "cart.customer_group_id where is_active": "customer_group.id",
  "customer.store_id": "store.id",
  "customer.website_id": "website.id",
  "customer_address.country_id": "country.country_id",
  "customer_address.region_id where region_id <> 0": "country_region.region_id",
  "customer_group_excluded_website.website_id": "website.id",
  "cart_address.country_id": "country.country_id",
  "cart_gift_message.item_id": "cart_item.item_id",
  "entity_type.default_attribute_set_id": "attribute_set.id",
  "gift_registry.website_id": "website.id",
  "gift_wrapping_design.store_id": "store.id",
  "gift_wrapping_website.website_id": "website.id",
  "product_price.store_id": "store.id",
  "product_tier_price.customer_group_id where not all_groups": "customer_group.id",
  "product_tier_price.website_id where website_id <> 0": "website.id",
  "product_url_key.store_id": "store.id",
  "product_values.store_id": "store.id",
  "store_group.default_store_id where default_store_id <> 0": "store.id",
  "website.default_group_id where default_group_id <> 0": "store_group.id",
};

/** Columns that look like references but are not, or that outlive their target on purpose. */
const noReferences = [
  ...[
    "audit_event.user_id",
    "audit_event.by_user_id",
    "audit_event.request_id",
    "bulk.request_id",
    "bulk.store_id",
    "bulk.user_id",
  ],
  ...["large_call.user_id", "large_call.request_id"],
  ...["bulk_idempotency_key.bulk_uuid", "bulk_queue.operation_id", "oauth_nonce.integration_id"],
  ...["bundle_option.option_id", "bundle_selection.selection_id", "country.country_id", "country_region.region_id"],
  ...["product_option.option_id", "product_option_value.option_type_id", "stock_item.item_id", "tax_class.class_id"],
  ...["customer_address.vat_id", "product.type_id", "stock_item.stock_id", "config_value.scope_id"],
  ...["inventory_stock.stock_id", "inventory_stock_source_link.link_id"],
  ...["inventory_source_item.source_item_id", "inventory_reservation.reservation_id", "sales_rule.rule_id"],
  "coupon.coupon_id",
  ...["cart.customer_tax_class_id", "cart.reserved_order_id", "cart.orig_order_id", "cart.applied_rule_ids"],
  ...["cart.payment_id", "cart_item.item_id", "cart_gift_message.gift_message_id", "cart_gift_message.customer_id"],
  // Checked when the cart is ordered, because shoppers enter an address in parts.
  ...["cart_address.customer_address_id", "cart_address.region_id", "cart_address.country_id", "cart_address.vat_id"],
  "sales_sequence.store_id",
  // Reservations outlive their stock and their order.
  ...["inventory_reservation.stock_id", "inventory_reservation.object_id", "inventory_reservation.object_increment_id"],
  ...["inventory_reserved_quantity.stock_id", "inventory_stock_event.object_id", "inventory_stock_event.document_id"],
  ...["cart.payment_id", "cart_item.item_id", "cart_gift_message.gift_message_id", "cart_address.vat_id"],
  // Carts keep the values they were created or ordered with until their totals are collected or they are placed.
  ...["cart.applied_rule_ids", "cart.customer_group_id", "cart.orig_order_id", "cart.reserved_order_id"],
  ...["cart_address.customer_address_id", "cart_address.region_id", "cart_gift_message.customer_id"],
  "cart.customer_tax_class_id",
  // `0` and 0 mean every country and region; an import checks other values.
  ...["shipping_table_rate.dest_country_id", "shipping_table_rate.dest_region_id", "checkout_agreement.agreement_id"],
  // Collecting the totals of a cart removes gift cards and wrappings that no longer exist.
  ...["cart.gift_card_ids", "cart.gw_id", "cart_item.gw_id"],
  // Balance entries outlive the records they refer to; a rate of a deleted group or website applies to nobody.
  ...["balance_account.website_id", "balance_entry.account_id", "balance_entry.order_id", "balance_entry.actor_id"],
  ...["reward_rate.rate_id", "reward_rate.website_id", "reward_rate.customer_group_id"],
  ...["gift_registry.registry_id", "gift_registry_item.item_id", "gift_wrapping.wrapping_id"],
  // A limit of a deleted website applies to nothing; proposals, files and schedules outlive their authors.
  ...["price_guard_rail.website_id", "price_proposal.user_id", "price_proposal.request_id", "price_proposal.bulk_uuid"],
  ...[
    "price_proposal.operation_id",
    "price_proposal.decided_by_id",
    "price_schedule.user_id",
    "price_schedule.request_id",
  ],
  "price_import.bulk_uuid",
  // Deliveries outlive removed events, and imported records can be deleted. A webhook without an owner fails.
  ...["webhook.user_id", "webhook_delivery.event_id", "magento_import_id.source_id", "magento_import_id.target_id"],
  // As in Magento, sources can name countries and regions that the directory does not have.
  ...["inventory_source.country_id", "inventory_source.region_id"],
];

/**
 * Orders, their documents, returns and the history of prices are snapshots: they outlive the products, customers and store views that
 * they name.
 */
const snapshots =
  /^(?:price_(?:change_(?:set|block)|history)|sales_(?:order|invoice|shipment|creditmemo|payment_transaction|mail_request)|rma)(?:_\w+)?\./;

interface ForeignKey {
  readonly child: string;
  readonly columns: string;
  readonly parent: string;
  readonly parent_columns: string;
}

const names = (side: "conrelid" | "confrelid", keys: "conkey" | "confkey") =>
  `(select string_agg(quote_ident(a.attname), ', ' order by u.place) from unnest(k.${keys}) with ordinality u (n, place)
    join pg_attribute a on a.attrelid = k.${side} and a.attnum = u.n)`;

const foreignKeys = (app: TestApp) =>
  app.db.query<ForeignKey>(
    `select k.conrelid::regclass::text as child, ${names("conrelid", "conkey")} as columns,
       k.confrelid::regclass::text as parent, ${names("confrelid", "confkey")} as parent_columns
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  );

/** Returns the dangling references, as `child → parent: number`. */
async function dangling(app: TestApp): Promise<string[]> {
  const checks = (await foreignKeys(app)).map(({ child, columns, parent, parent_columns }) => ({
    name: `${child} (${columns}) → ${parent}`,
    sql: `select from ${child} where (${columns}) is not null
      and (${columns}) not in (select ${parent_columns} from ${parent})`,
  }));
  for (const [reference, target] of Object.entries(unchecked)) {
    const [of = "", condition = "true"] = reference.split(" where ");
    const [[child, column], [parent, key]] = [of.split("."), target.split(".")];
    const sql = `select from ${child} where ${column} is not null and (${condition})
      and ${column} not in (select ${key} from ${parent})`;
    checks.push({ name: `${of} → ${target}`, sql });
  }
  checks.push({
    name: "product_values.data → attribute.code",
    sql: `select from product_values v, jsonb_object_keys(v.data) as given (code)
      where not exists (select from attribute a where a.code = given.code and a.entity_type_id = 4)`,
  });
  checks.push({
    name: "configurable_option.value_indexes → attribute_option.id",
    sql: `select from configurable_option o, unnest(o.value_indexes) as given (id) where not exists (
      select from attribute_option t where t.attribute_id = o.attribute_id and t.value = given.id::text)`,
  });
  const found: string[] = [];
  for (const { name, sql } of checks) {
    const [row] = await app.db.query<{ n: number }>(`select count(*) as n from (${sql}) as lost`);
    if (row && row.n > 0) found.push(`${name}: ${row.n}`);
  }
  return found;
}

const { app, admin } = useApp();

beforeAll(async () => {
  await deploySampleData(app.db, 60, () => undefined);
}, 120_000);

async function done(answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<unknown> {
  const { status, body } = await answer;
  expect([status, status === 200 ? undefined : body]).toEqual([200, undefined]);
  return body;
}

/** Creates a product with everything that can refer to it or that it can refer to. */
async function build(name: string) {
  const group = (await done(admin.post("/V1/customerGroups", { group: { code: name } }))) as { id: number };
  const attribute = (await done(
    admin.post("/V1/products/attributes", {
      attribute: {
        attribute_code: `${name}_size`,
        frontend_input: "select",
        default_frontend_label: "Size",
        scope: "global",
        options: [{ label: "S" }, { label: "L" }],
      },
    }),
  )) as { attribute_code: string; options: { value: string }[] };
  const skeleton = { attribute_set_name: name, sort_order: 9 };
  const set = (await done(admin.post("/V1/products/attribute-sets", { attributeSet: skeleton, skeletonId: 4 }))) as {
    attribute_set_id: number;
  };
  const groups = (await done(
    admin.get(
      `/V1/products/attribute-sets/groups/list?searchCriteria[filterGroups][0][filters][0][field]=attribute_set_id&searchCriteria[filterGroups][0][filters][0][value]=${set.attribute_set_id}`,
    ),
  )) as { items: { attribute_group_id: string }[] };
  await done(
    admin.post("/V1/products/attribute-sets/attributes", {
      attributeSetId: set.attribute_set_id,
      attributeGroupId: Number(groups.items[0]?.attribute_group_id),
      attributeCode: attribute.attribute_code,
      sortOrder: 1,
    }),
  );
  const category = (await done(
    admin.post("/V1/categories", { category: { parent_id: 2, name, is_active: true } }),
  )) as { id: number };
  const size = attribute.options.at(-1)?.value;
  const product = {
    ...simple(name),
    attribute_set_id: set.attribute_set_id,
    custom_attributes: [{ attribute_code: attribute.attribute_code, value: size }],
    extension_attributes: { category_links: [{ category_id: String(category.id), position: 1 }], website_ids: [1] },
    tier_prices: [{ customer_group_id: group.id, qty: 5, value: 4 }],
    options: [{ product_sku: name, title: "Text", type: "field", is_require: false, price: 1, price_type: "fixed" }],
    product_links: [{ sku: name, link_type: "related", linked_product_sku: "sample-simple-00001", position: 1 }],
  };
  await done(admin.post("/V1/products", { product }));
  const entry = { media_type: "image", label: "Front", position: 1, disabled: false, types: ["image"], content: pixel };
  await done(admin.post(`/V1/products/${name}/media`, { entry }));
  const person = { email: `${name}@example.com`, firstname: "A", lastname: "B", group_id: group.id };
  const customer = (await done(admin.post("/V1/customers", { customer: person, password: "Secret-12" }))) as {
    id: number;
  };
  const credentials = { username: person.email, password: "Secret-12" };
  await done(app.asGuest().post("/V1/integration/customer/token", credentials));
  await done(app.asGuest().post("/V1/session/customer", credentials, { headers: { "X-Requested-With": "test" } }));
  return { name, group, attribute, set, category, customer };
}

describe("a reference between tables", () => {
  it("is a foreign key, or is listed in this test with its target", async () => {
    const columns = await app.db.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.attname ~ '_(id|ids|uuid)$' and not exists (
           select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))`,
    );
    const listed = new Set([...Object.keys(unchecked).map((of) => of.split(" where ")[0]), ...noReferences]);
    expect(columns.map(({ name }) => name).filter((name) => !listed.has(name) && !snapshots.test(name))).toEqual([]);
    expect((await foreignKeys(app)).length).toBeGreaterThan(60);
  });

  it("never dangles, before or after deletions in any order", async () => {
    const [one, two, three] = [await build("first"), await build("second"), await build("third")];
    expect(await dangling(app)).toEqual([]);
    const remove = {
      product: ({ name }: typeof one) => admin.delete(`/V1/products/${name}`),
      group: ({ group }: typeof one) => admin.delete(`/V1/customerGroups/${group.id}`),
      attribute: ({ attribute }: typeof one) => admin.delete(`/V1/products/attributes/${attribute.attribute_code}`),
      category: ({ category }: typeof one) => admin.delete(`/V1/categories/${category.id}`),
      customer: ({ customer }: typeof one) => admin.delete(`/V1/customers/${customer.id}`),
      set: ({ set }: typeof one) => admin.delete(`/V1/products/attribute-sets/${set.attribute_set_id}`),
    };
    const orders: readonly (readonly [typeof one, readonly (keyof typeof remove)[]])[] = [
      [one, ["product", "group", "attribute", "category", "customer", "set"]],
      [two, ["category", "attribute", "group", "customer", "product", "set"]],
      [three, ["attribute", "customer", "category", "group", "product", "set"]],
    ];
    for (const [built, order] of orders) {
      for (const kind of order) {
        await done(remove[kind](built));
        expect([kind, await dangling(app)]).toEqual([kind, []]);
      }
    }
  });

  it("protects an attribute set that products use", async () => {
    const kept = await build("kept");
    const answer = await admin.delete(`/V1/products/attribute-sets/${kept.set.attribute_set_id}`);
    expect(answer.status).toBe(400);
    expect((await admin.get("/V1/products/kept")).status).toBe(200);
  });

  it("never dangles after all products and categories are deleted", async () => {
    const { items } = (await done(admin.get("/V1/products?searchCriteria&fields=items[sku]"))) as {
      items: { sku: string }[];
    };
    expect(items.length).toBeGreaterThan(60);
    for (const { sku } of items) await done(admin.delete(`/V1/products/${encodeURIComponent(sku)}`));
    expect(await dangling(app)).toEqual([]);
    const tree = (await done(admin.get("/V1/categories"))) as { children_data: { id: number }[] };
    for (const { id } of tree.children_data) await done(admin.delete(`/V1/categories/${id}`));
    expect(await dangling(app)).toEqual([]);
    for (const table of ["product_values", "product_price", "product_media", "product_option", "bundle_option"]) {
      expect([table, await app.db.query(`select 1 from ${table}`)]).toEqual([table, []]);
    }
  });
});
