// cspell:ignore Guestcarts
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import got, { type NormalizedOptions } from "got";
import type magentoClient from "magento-client";
import OAuth from "oauth-1.0a";
import qs from "qs";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { pixel } from "../commerce/catalog/support.js";
import { address, buyAsGuest, createProductsInStock } from "../commerce/checkout/support.js";
import { useApp } from "../support/app.js";
import type { Reply } from "../support/client.js";
import { integration, type SigningClient } from "../support/oauth.js";

// Generated from Magento's own description, and loaded unchanged.
const require = createRequire(import.meta.url);
const magento = require("magento-client") as typeof magentoClient;

const { app } = useApp();
let caller: SigningClient;

beforeAll(async () => {
  caller = await integration(app);
  await createProductsInStock(app, { "story-mug": {}, "story-cup": { price: 4 } });
});

/** Casts a body without fields that the generated types require and the service does not. */
const sent = <Body>(value: object) => value as Body;

describe("magento-client, generated from Magento's description", () => {
  const account = { username: "generated", password: "correct-horse-1" };
  const configured = (accessToken?: string) =>
    new magento.Configuration({
      basePath: `${app.url}/rest/default`,
      ...(accessToken === undefined ? {} : { accessToken }),
      // The client's own errors do not contain the answer of the service.
      middleware: [{ post: ({ response }) => refuse(response) }],
    });
  const refuse = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };

  it("signs in, and manages a catalog with a bundle and an image", async () => {
    await createAdmin(app.db, { ...account, email: "generated@example.com", firstname: "A", lastname: "B" });
    const tokens = new magento.IntegrationAdminTokenServiceV1Api(configured());
    const token = await tokens.postV1IntegrationAdminToken({ postV1IntegrationAdminTokenRequest: account });
    const products = new magento.CatalogProductRepositoryV1Api(configured(token));
    const bundle = {
      ...{ sku: "story-set", name: "Set", attributeSetId: 4, typeId: "bundle", status: 1, visibility: 4 },
      customAttributes: ["price_type", "price_view"].map((attributeCode) => ({ attributeCode, value: "0" })),
    };
    const created = await products.postV1Products({ postV1ProductsRequest: sent({ product: bundle }) });
    expect(created).toMatchObject({ sku: "story-set", typeId: "bundle", weight: 0 });
    expect(created.extensionAttributes?.stockItem?.isInStock).toBe(false);

    const options = new magento.BundleProductOptionManagementV1Api(configured(token));
    const link = {
      sku: "story-mug",
      qty: 1,
      position: 1,
      isDefault: true,
      price: 0,
      priceType: 0,
      canChangeQuantity: 0,
    };
    const option = {
      sku: "story-set",
      title: "Mug",
      required: true,
      type: "select",
      position: 1,
      productLinks: [link],
    };
    const request = { postV1BundleproductsOptionsAddRequest: sent<never>({ option }) };
    expect(await options.postV1BundleproductsOptionsAdd(request)).toEqual(expect.any(Number));
    const links = new magento.BundleProductLinkManagementV1Api(configured(token));
    expect(await links.getV1BundleproductsProductSkuChildren({ productSku: "story-set" })).toMatchObject([
      { sku: "story-mug", price: null, qty: 1 },
    ]);

    const media = new magento.CatalogProductAttributeMediaGalleryManagementV1Api(configured(token));
    const content = { base64EncodedData: pixel.base64_encoded_data, type: pixel.type, name: pixel.name };
    const entry = { mediaType: "image", label: "Front", position: 1, disabled: false, types: ["image"], content };
    const id = await media.postV1ProductsSkuMedia({
      sku: "story-set",
      putV1ProductsSkuMediaEntryIdRequest: sent({ entry }),
    });
    expect(await media.getV1ProductsSkuMedia({ sku: "story-set" })).toMatchObject([{ id: Number(id), label: "Front" }]);
    const filter = {
      searchCriteriaFilterGroups0Filters0Field: "sku",
      searchCriteriaFilterGroups0Filters0Value: "story-%",
    };
    const found = await products.getV1Products({
      ...filter,
      searchCriteriaFilterGroups0Filters0ConditionType: "like",
      searchCriteriaSortOrders0Field: "sku",
      searchCriteriaSortOrders0Direction: "ASC",
      searchCriteriaPageSize: 2,
    });
    expect([found.totalCount, found.items.map(({ sku }) => sku)]).toEqual([3, ["story-cup", "story-mug"]]);
    expect(await products.deleteV1ProductsSku({ sku: "story-set" })).toBe(true);
    await expect(products.getV1ProductsSku({ sku: "story-set" })).rejects.toThrow(/^404 /);
  });

  it("buys as a guest", async () => {
    const carts = new magento.QuoteGuestCartManagementV1Api(configured());
    const cartId = await carts.postV1Guestcarts();
    const lines = new magento.QuoteGuestCartItemRepositoryV1Api(configured());
    const cartItem = { sku: "story-cup", qty: 3, quoteId: cartId };
    const added = await lines.postV1GuestcartsCartIdItems({
      cartId,
      postV1CartsQuoteIdItemsRequest: sent({ cartItem }),
    });
    expect(added).toMatchObject({ sku: "story-cup", qty: 3, price: 4 });
    const totals = new magento.QuoteGuestCartTotalRepositoryV1Api(configured());
    expect(await totals.getV1GuestcartsCartIdTotals({ cartId })).toMatchObject({ subtotal: 12, itemsQty: 3 });
  });
});

describe("got with oauth-1.0a", () => {
  it("imports prices, reads them, and places an order", async () => {
    const { consumer_key, consumer_secret, access_token, access_token_secret } = caller.credentials;
    const signer = new OAuth({
      consumer: { key: consumer_key, secret: consumer_secret },
      signature_method: "HMAC-SHA256",
      hash_function: (text, key) => createHmac("sha256", key).update(text).digest("base64"),
    });
    const sign = ({ method, url, headers }: NormalizedOptions) => {
      const { origin, pathname, searchParams } = new URL(url ?? "");
      const request = { method, url: origin + pathname, data: Object.fromEntries(searchParams) };
      const signed = signer.authorize(request, { key: access_token, secret: access_token_secret });
      headers["authorization"] = signer.toHeader(signed).Authorization;
    };
    const api = got.extend({
      prefixUrl: `${app.url}/rest/V1`,
      retry: { limit: 0 },
      hooks: { beforeRequest: [sign] },
    });
    const prices = [{ sku: "story-mug", store_id: 0, price: 11.5 }];
    expect(await api.post("products/base-prices", { json: { prices } }).json()).toEqual([]);
    const searchParams = {
      "searchCriteria[filter_groups][0][filters][0][field]": "sku",
      "searchCriteria[filter_groups][0][filters][0][value]": "story-mug",
      "searchCriteria[filter_groups][0][filters][0][condition_type]": "eq",
      fields: "items[sku,price],total_count",
    };
    expect(await api.get("products", { searchParams }).json()).toEqual({
      items: [{ sku: "story-mug", price: 11.5 }],
      total_count: 1,
    });
    // The routes of carts are documented with and without a trailing slash.
    const cart = await api.post("guest-carts/").json<string>();
    const cartItem = { sku: "story-mug", qty: 1, quote_id: cart };
    await api.post(`guest-carts/${cart}/items/`, { json: { cartItem } });
    const addressInformation = {
      ...{ shipping_address: address, billing_address: address },
      ...{ shipping_carrier_code: "flatrate", shipping_method_code: "flatrate", extension_attributes: {} },
    };
    await api.post(`guest-carts/${cart}/shipping-information`, { json: { addressInformation } });
    const json = { email: "got@example.com", paymentMethod: { method: "checkmo" }, billingAddress: address };
    const order = await api.post(`guest-carts/${cart}/payment-information`, { json }).json<string>();
    expect(await api.get(`orders/${order}`).json()).toMatchObject({ subtotal: 11.5, state: "new" });
    const failed = await api.get("orders/4711", { throwHttpErrors: false });
    expect(failed.statusCode).toBe(404);
  });
});

/** Sends requests like the Magento node of n8n: nested names in the query, JSON bodies, and no body if it is empty. */
async function n8n(
  method: string,
  path: string,
  { body, query }: { body?: object; query?: object } = {},
): Promise<Reply["body"]> {
  const search = query === undefined ? "" : `?${qs.stringify(query)}`;
  const response = await fetch(`${app.url}${path}${search}`, {
    method,
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${caller.credentials.access_token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  expect([`${method} ${path}`, response.status, response.status === 200 ? "" : answer]).toEqual([
    `${method} ${path}`,
    200,
    "",
  ]);
  return answer;
}

const v1 = "/rest/default/V1";

describe("the requests of n8n's Magento node", () => {
  it("fill its option lists", async () => {
    const countries = await n8n("GET", `${v1}/directory/countries`);
    expect(countries[0]).toMatchObject({ id: expect.any(String), full_name_english: expect.any(String) });
    expect(await n8n("GET", `${v1}/customerGroups/default`)).toMatchObject({ id: 1, code: "General" });
    expect(await n8n("GET", `${v1}/store/storeConfigs`)).toMatchObject([{ id: 1, base_url: expect.any(String) }]);
    expect(await n8n("GET", `${v1}/store/websites`)).toContainEqual(expect.objectContaining({ id: 1 }));
    const attributes = await n8n("GET", `${v1}/attributeMetadata/customer`);
    expect(attributes).toContainEqual(expect.objectContaining({ attribute_code: "email", system: true }));
    expect(await n8n("GET", `${v1}/products/types`)).toContainEqual({ name: "simple", label: "Simple Product" });
    const filters = [{ field: "is_active", condition_type: "eq", value: 1 }];
    const active = await n8n("GET", `${v1}/categories/list`, {
      query: { search_criteria: { filter_groups: [{ filters }] } },
    });
    expect(active.items.length).toBeGreaterThan(0);
    const sets = await n8n("GET", `${v1}/products/attribute-sets/sets/list`, { query: { search_criteria: 0 } });
    expect(sets.items).toContainEqual(expect.objectContaining({ attribute_set_id: 4, attribute_set_name: "Default" }));
    const found = await n8n("GET", `${v1}/products/attributes`, { query: { search_criteria: 0 } });
    expect(found.items).toContainEqual(
      expect.objectContaining({ attribute_code: "sku", default_frontend_label: "SKU" }),
    );
  });

  it("create, list, change and delete a customer", async () => {
    const person = { email: "n8n@example.com", firstname: "Zoë", lastname: "Doe" };
    const home = { ...address, region: "California", street: ["1 Main Street"], default_billing: true };
    const extension_attributes = { is_subscribed: true };
    const { region_id, ...rest } = home;
    const customer = {
      ...person,
      ...{ addresses: [rest], custom_attributes: [], extension_attributes },
      ...{ dob: "1980-01-31T00:00:00.000Z", gender: 2, group_id: 1, website_id: 1 },
    };
    // Magento reads a region given as text as empty, so a country that requires one needs its id.
    expect(region_id).toBe(12);
    const created = await n8n("POST", "/rest/V1/customers", {
      body: { customer: { ...customer, addresses: [{ ...rest, country_id: "DE" }] }, password: "Correct-horse-1" },
    });
    expect(created).toMatchObject({ ...person, dob: "1980-01-31", addresses: [{ city: "Los Angeles" }] });
    const criteria = {
      filter_groups: [{ filters: [{ field: "email", condition_type: "eq", value: person.email }] }],
      ...{ sort_orders: [{ field: "created_at", direction: "ASC" }], page_size: 100 },
    };
    const page = { search_criteria: criteria, current_page: 1 };
    const found = await n8n("GET", `${v1}/customers/search`, { query: page });
    expect(found).toMatchObject({ total_count: 1, items: [{ id: created.id }] });
    const changed = {
      ...{ ...person, lastname: "Roe", id: created.id, website_id: 0 },
      ...{ addresses: [], custom_attributes: [], extension_attributes: {} },
    };
    expect(await n8n("PUT", `/rest/V1/customers/${created.id}`, { body: { customer: changed } })).toMatchObject({
      lastname: "Roe",
    });
    expect(await n8n("DELETE", `${v1}/customers/${created.id}`)).toBe(true);
  });

  it("create, list, change and delete a product", async () => {
    const product = {
      sku: "n8n-chair",
      name: "Chair",
      attribute_set_id: 4,
      price: 12,
      custom_attributes: [],
      weight: 2,
    };
    await n8n("POST", `${v1}/products`, {
      body: { product: { ...product, status: 1, visibility: 4, type_id: "simple" } },
    });
    const filters = [
      { field: "sku", condition_type: "like", value: "n8n-%" },
      { field: "name", condition_type: "eq", value: "Nothing" },
    ];
    const query = { search_criteria: { filter_groups: [{ filters }], page_size: 50 } };
    expect((await n8n("GET", `${v1}/products`, { query })).items).toMatchObject([{ sku: "n8n-chair" }]);
    const custom_attributes = [{ attribute_code: "special_from_date", value: "2031-01-31T00:00:00.000Z" }];
    const changed = { sku: "n8n-chair", price: 13, custom_attributes };
    const saved = await n8n("PUT", `${v1}/products/n8n-chair`, { body: { product: changed } });
    expect(saved.custom_attributes).toContainEqual({
      attribute_code: "special_from_date",
      value: "2031-01-31 00:00:00",
    });
    expect(await n8n("GET", `${v1}/products/n8n-chair`)).toMatchObject({ price: 13 });
    expect(await n8n("DELETE", `${v1}/products/n8n-chair`)).toBe(true);
  });

  it("list, invoice, ship and cancel orders, without bodies", async () => {
    const [kept, dropped] = [await buyAsGuest(app, "story-mug", 1), await buyAsGuest(app, "story-mug", 1)];
    const query = { search_criteria: { sort_orders: [{ field: "entity_id", direction: "DESC" }], page_size: 2 } };
    const { items } = await n8n("GET", `${v1}/orders`, { query });
    expect(items.map(({ entity_id }: { entity_id: number }) => entity_id)).toEqual([dropped, kept]);
    await n8n("POST", `${v1}/order/${kept}/invoice`);
    await n8n("POST", `${v1}/order/${kept}/ship`);
    expect(await n8n("GET", `${v1}/orders/${kept}`)).toMatchObject({ state: "complete" });
    await n8n("POST", `${v1}/orders/${dropped}/cancel`);
    expect(await n8n("GET", `${v1}/orders/${dropped}`)).toMatchObject({ state: "canceled" });
  });
});
