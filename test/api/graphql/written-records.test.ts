import { getNamedType, isLeafType } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { writesOf } from "../../../src/api/contract/rest.js";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({});

beforeAll(async () => {
  for (const sku of ["one", "two"]) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, type_id: "simple", weight: 1 };
    const stock = { extension_attributes: { stock_item: { qty: 5, is_in_stock: true } } };
    expect(await admin.post("/V1/products", { product: { ...product, ...stock } })).toMatchObject({ status: 200 });
  }
});

/** Mutations without a record to return: it is gone, its only result is a secret, or they write none. */
const withoutRecord = [
  /^delete/,
  /^revoke/,
  /^create\w*Token/,
  /^send\w+Email$/,
  /^(activateSecondFactor|signOut|requestPasswordReset|resetPassword|resendCustomerConfirmation)$/,
];

describe("the records that mutations wrote", () => {
  it("are declared for every mutation whose own result is a number, a text or a flag", () => {
    const bare = buildSurface().operations.filter(
      ({ kind, field }) => kind === "mutation" && isLeafType(getNamedType(field.type)),
    );
    expect(bare.length).toBeGreaterThan(100);
    const undeclared = bare.filter(({ field }) => !writesOf(field)).map(({ name }) => name);
    expect(undeclared.filter((name) => !withoutRecord.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  it("are returned after the mutations, each with the path of its mutation", async () => {
    const { body } = await admin.graphql(`mutation {
      product: saveProductLink(entity: {sku: "one", link_type: RELATED, linked_product_sku: "two", position: 1})
      saveTaxClass(taxClass: {class_name: "Books", class_type: PRODUCT})
      gone: deleteProduct(sku: "nowhere")
      saveCustomerGroup(group: {code: "Friends", tax_class_id: 3}) { code }
      saveSourceItems(sourceItems: [
        {sku: "one", source_code: "default", quantity: 7, status: 1}
        {sku: "two", source_code: "default", quantity: 8, status: 1}
      ])
      written_records {
        path
        records {
          __typename
          ... on Product { sku product_links { linked_product_sku } }
          ... on TaxClass { class_name }
          ... on SourceItem { item: sku quantity }
        }
      }
      user_errors { path code }
    }`);
    expect(body.errors).toBeUndefined();
    expect(body.data).toMatchObject({
      written_records: [
        {
          path: ["product"],
          records: [{ __typename: "Product", sku: "one", product_links: [{ linked_product_sku: "two" }] }],
        },
        { path: ["saveTaxClass"], records: [{ __typename: "TaxClass", class_name: "Books" }] },
        {
          path: ["saveSourceItems"],
          records: [
            { __typename: "SourceItem", item: "one", quantity: 7 },
            { __typename: "SourceItem", item: "two", quantity: 8 },
          ],
        },
      ],
      user_errors: [{ path: ["gone"], code: "NO_SUCH_ENTITY" }],
    });
  });

  it("include the cart of a guest, for whom the masked id is the key", async () => {
    const { body } = await app.asGuest().graphql(`mutation {
      createGuestCart
      written_records { path records { ... on Cart { is_active items_count currency { base_currency_code } } } }
    }`);
    expect(body.errors).toBeUndefined();
    expect(body.data.written_records).toEqual([
      {
        path: ["createGuestCart"],
        records: [{ is_active: true, items_count: 0, currency: { base_currency_code: "USD" } }],
      },
    ]);
  });

  it("need the permission of the query that reads them, without affecting the mutation", async () => {
    const guest = app.asGuest();
    const id = (await guest.post("/V1/guest-carts", {})).body as string;
    await guest.post(`/V1/guest-carts/${id}/items`, { cartItem: { sku: "one", qty: 1, quote_id: id } });
    const address = {
      ...{ firstname: "Ada", lastname: "Byron", street: ["1 Main Street"], city: "Austin", postcode: "78701" },
      ...{ country_id: "US", region_id: 57, telephone: "555", email: "ada@example.com" },
    };
    const method = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
    const addressInformation = { shipping_address: address, billing_address: address, ...method };
    await guest.post(`/V1/guest-carts/${id}/shipping-information`, { addressInformation });
    const { body } = await guest.graphql(
      `mutation ($id: ID!) {
        placeOrder(cartId: $id, paymentMethod: {method: "checkmo"})
        written_records { path records { ... on Order { grand_total } } }
      }`,
      { id },
    );
    expect(body.data).toEqual({
      placeOrder: expect.any(Number) as number,
      written_records: [{ path: ["placeOrder"], records: null }],
    });
    expect(body.errors).toEqual([
      expect.objectContaining({
        path: ["written_records", 0, "records"],
        message: "The consumer isn't authorized to access Magento_Sales::actions_view.",
      }),
    ]);
    const held = await admin.graphql(
      `mutation ($id: Int!) { holdOrder(id: $id) written_records { records { ... on Order { status items { sku } } } } }`,
      { id: body.data.placeOrder as number },
    );
    expect(held.body).toEqual({
      data: { holdOrder: true, written_records: [{ records: [{ status: "holded", items: [{ sku: "one" }] }] }] },
    });
  });

  it("are rejected before a mutation, which would not be among them", async () => {
    const { body } = await admin.graphql(`mutation {
      saveTaxClass(taxClass: {class_name: "Toys", class_type: PRODUCT})
      written_records { path }
      later: saveTaxClass(taxClass: {class_name: "Games", class_type: PRODUCT})
    }`);
    expect(body.errors[0]).toMatchObject({ message: "Select written_records after all mutations." });
    expect(body.data).toMatchObject({ saveTaxClass: null, later: null });
  });
});
