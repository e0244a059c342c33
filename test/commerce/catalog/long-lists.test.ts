import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const count = 450;
const { app, admin } = useApp();

beforeAll(async () => {
  await app.db.query(
    `with added as (
       insert into product (sku, sku_key, attribute_set_id, type_id, created_at, updated_at)
       select 'LONG-' || n, 'long-' || n, (select default_attribute_set_id from entity_type where code = 'catalog_product'),
         'simple', now() at time zone 'utc', now() at time zone 'utc'
       from generate_series(1, $1::int) as n returning id)
     insert into product_values (product_id, store_id, data)
     select id, 0, jsonb_build_object('name', 'Ünï ' || id, 'status', '1', 'visibility', '4') from added`,
    [count],
  );
});

const path =
  "/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku" +
  "&searchCriteria[filterGroups][0][filters][0][value]=LONG-%25" +
  "&searchCriteria[filterGroups][0][filters][0][conditionType]=like";

describe("a long list of products", () => {
  it("contains the same products as its short pages", async () => {
    const { items, total_count } = (await admin.get(path)).body;
    expect(total_count).toBe(count);
    const pages: unknown[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const of = `&searchCriteria[pageSize]=100&searchCriteria[currentPage]=${page}`;
      pages.push(...(await admin.get(path + of)).body.items);
    }
    expect(items).toEqual(pages);
  });

  it("has a Content-Length, and no body for HEAD", async () => {
    const whole = await admin.get(path);
    expect(whole.headers.get("content-length")).toBe(String(Buffer.byteLength(whole.text)));
    const head = await admin.request(`/rest${path}`, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"));
    expect(head.text).toBe("");
  });

  it("can be returned as XML", async () => {
    const { text, headers } = await admin.get(path, { headers: { Accept: "application/xml" } });
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(text).toMatch(/^<\?xml version="1.0"\?>\n<response><items><item><id>/);
    expect(text.match(/<sku>LONG-/g)).toHaveLength(count);
    expect(text).toMatch(new RegExp(`<total_count>${count}</total_count></response>\n$`));
  });

  it("contains only the requested fields", async () => {
    const { body } = await admin.get(`${path}&fields=items[sku]`);
    expect(Object.keys(body)).toEqual(["items"]);
    expect(body.items).toHaveLength(count);
    expect(body.items[0]).toEqual({ sku: "LONG-1" });
  });

  it("is the same in GraphQL", async () => {
    const { body } = await admin.graphql(`{
      products(searchCriteria: { page_size: 300, filter_groups: [{ filters: [
        { field: "sku", value: "LONG-%", condition_type: LIKE }] }] }) { items { sku name } total_count } }`);
    expect(body.errors).toBeUndefined();
    expect(body.data.products.total_count).toBe(count);
    expect(body.data.products.items).toHaveLength(300);
    expect(body.data.products.items[0]).toMatchObject({ sku: "LONG-1" });
  });
});
