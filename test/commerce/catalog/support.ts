import { expect } from "vitest";
import type { Db } from "../../../src/platform/db/database.js";
import { eventually } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";

/** Returns a simple product with all required fields. */
export const simple = (sku: string, more: Readonly<Record<string, unknown>> = {}) => ({
  sku,
  name: `Product ${sku}`,
  attribute_set_id: 4,
  price: 10.5,
  type_id: "simple" as const,
  ...more,
});

interface Answered {
  readonly custom_attributes: readonly { readonly attribute_code: string; readonly value: unknown }[];
}

/** Returns the custom attributes of an answer by code. */
export const attributesOf = (product: Answered): Readonly<Record<string, unknown>> =>
  Object.fromEntries(product.custom_attributes.map(({ attribute_code, value }) => [attribute_code, value]));

/** Returns the status of an answer, its message, and the parameters of the message if it has some. */
export const messageOf = ({ status, body }: Reply) => [
  status,
  body.message,
  ...(body.parameters === undefined ? [] : [body.parameters]),
];

export const noProduct = [404, "The product that was requested doesn't exist. Verify the product and try again."];
export const noOption = [404, "The option that was requested doesn't exist. Verify the entity and try again."];

/** Adds a second website with one store view, and a second store view on the first website. */
export async function addStores(db: Db): Promise<{ readonly otherWebsite: number }> {
  const { models } = db;
  const website = await models.website.create({ data: { code: "outlet", name: "Outlet" } });
  const group = await models.storeGroup.create({ data: { website_id: website.id, code: "outlet", name: "Outlet" } });
  const view = (code: string, website_id: number, store_group_id: number) =>
    models.store.create({ data: { code, name: code, website_id, store_group_id } });
  await view("german", 1, 1);
  await view("outlet_view", website.id, group.id);
  return { otherWebsite: website.id };
}

/** An image of one pixel. */
export const pixel = {
  base64_encoded_data:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  type: "image/png",
  name: "wb01.png",
};

/** Creates a product with the entries of its gallery, and returns them. */
export async function createWithMedia(admin: Client, sku: string, entries: readonly object[]) {
  const product = simple(sku, entries.length > 0 ? { media_gallery_entries: entries } : {});
  const { status, body } = await admin.post("/V1/products", { product }, { store: "all" });
  expect(status).toBe(200);
  return body.media_gallery_entries as { id: number; file: string; types: string[] }[];
}

/** Adds categories with these ids below the default category. */
export async function addCategories(db: Db, ...ids: readonly number[]): Promise<void> {
  await db.execute(
    `with added as (
      insert into category (id, parent_id, path, level, position)
      select id, 2, '1/2/' || id, 2, place from unnest($1::int[]) with ordinality as given (id, place) returning id)
    update category set children_count = children_count + (select count(*) from added) where id in (1, 2)`,
    [ids],
  );
  await db.execute(
    `insert into category_values (category_id, store_id, data)
    select id, 0, jsonb_build_object('name', 'Category ' || id, 'is_active', '1', 'url_key', 'category-' || id)
    from unnest($1::int[]) as given (id)`,
    [ids],
  );
}

/** Waits until another transaction waits for a lock of this one. The embedded database blocks it as a whole. */
export async function waitUntilBlocked(db: Db): Promise<void> {
  if (process.env["PORTICO_TEST_ENGINE"] === "embedded") return;
  const waiting = async () => {
    // A transaction otherwise sees the activity as of its first look.
    await db.query("select pg_stat_clear_snapshot()");
    return db.query("select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
  };
  await eventually(waiting).not.toEqual([]);
}
