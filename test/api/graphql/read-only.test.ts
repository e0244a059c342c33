import { type GraphQLNamedType, isInputObjectType, isNonNullType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { isReadOnly } from "../../../src/api/contract/request-fields.js";
import { buildSurface } from "../../../src/schema.js";

const { schema: contract, graph } = buildSurface();
const fieldsOf = (type: GraphQLNamedType | undefined) =>
  isInputObjectType(type) || isObjectType(type) ? Object.values(type.getFields()) : [];
const fields = Object.values(contract.getTypeMap()).flatMap((type) =>
  fieldsOf(type).map((field) => ({ type, field, at: `${type.name}.${field.name}` })),
);
const readOnly = fields.filter(({ field }) => isReadOnly(field));

const expected: Readonly<Record<string, readonly string[]>> = {
  CartAddressExtensionInput: ["discounts"],
  CartAddressInput: ["customer_id"],
  CartGiftCardsInput: [
    "gift_cards_amount",
    "base_gift_cards_amount",
    "gift_cards_amount_used",
    "base_gift_cards_amount_used",
  ],
  CartInput: [
    "created_at",
    "updated_at",
    "converted_at",
    "is_active",
    "is_virtual",
    "items_count",
    "items_qty",
    "reserved_order_id",
    "orig_order_id",
    "currency",
    "customer_is_guest",
    "customer_tax_class_id",
  ],
  CartItemInput: ["name", "price", "product_type"],
  CatalogAttributeInput: ["is_user_defined", "backend_type", "backend_model", "source_model"],
  CategoryInput: ["level", "children", "created_at", "updated_at", "path"],
  CmsBlockInput: ["creation_time", "update_time"],
  CmsPageInput: ["update_time"],
  ConfigurableOptionInput: ["product_id"],
  CreditmemoInput: ["updated_at"],
  CreditmemoItemInput: ["parent_id"],
  CustomerGroupInput: ["tax_class_name"],
  CustomerInput: ["updated_at"],
  GiftCardAccountInput: ["state", "date_created"],
  GiftWrappingInput: ["image_url"],
  IntegrationInput: ["id", "status", "consumer_key", "created_at", "updated_at"],
  InvoiceInput: ["updated_at", "extension_attributes"],
  OrderExtensionInput: ["converting_from_quote"],
  OrderInput: ["total_due", "base_total_due", "updated_at"],
  OrderItemInput: ["updated_at"],
  OrderShippingAssignmentInput: ["items", "stock_id"],
  OrderShippingInput: ["total"],
  ProductInput: ["created_at", "updated_at"],
  ProductLinkInput: ["linked_product_type"],
  ReturnCommentInput: ["created_at"],
  ReturnInput: ["store_id", "customer_id", "increment_id", "order_increment_id", "date_requested"],
  ReturnItemInput: ["rma_entity_id"],
  ReturnTrackInput: ["rma_entity_id"],
  ShipmentInput: ["updated_at"],
  ShipmentItemInput: ["parent_id"],
  ShipmentTrackInput: ["updated_at"],
  TaxRateInput: ["region_name"],
};

describe("read-only fields", () => {
  it("are the fields of requests that operations ignore, and the same fields in responses", () => {
    const inputs = Object.entries(expected).flatMap(([type, names]) => names.map((name) => `${type}.${name}`));
    expect(inputs).toHaveLength(71);
    const outputs = inputs.map((at) => at.replace("Input.", "."));
    expect(readOnly.map(({ at }) => at).sort()).toEqual([...inputs, ...outputs].sort());
  });

  it("are absent from the input types of GraphQL", () => {
    const isInGraph = (type: GraphQLNamedType, name: string) =>
      fieldsOf(graph().getType(type.name)).some((field) => field.name === name);
    const inputs = readOnly.filter(({ type }) => isInputObjectType(type));
    expect(inputs.filter(({ type, field }) => isInGraph(type, field.name))).toEqual([]);
    for (const at of ["ProductInput.id", "BundleLinkInput.price", "ReturnInput.status"]) {
      const [type = "", name] = at.split(".");
      expect(fieldsOf(graph().getType(type)).map((field) => field.name)).toContain(name);
    }
  });

  it("can be left out of requests", () => {
    expect(readOnly.filter(({ field }) => isNonNullType(field.type)).map(({ at }) => at)).toEqual([]);
  });

  it("say so in their descriptions, and no other field does", () => {
    const says = /\b(?:read-only|ignored (?:in requests|when sent))\b/i;
    const partly = [
      // Read-only in a bundle with a dynamic price.
      "BundleLink.price",
      // Requests must have it, although its value is ignored.
      "CartShippingAssignment.items",
      // Only some values are ignored.
      "Return.status",
    ];
    expect(readOnly.filter(({ field }) => !field.description?.endsWith("; read-only.")).map(({ at }) => at)).toEqual(
      [],
    );
    const others = fields.filter(({ field }) => !isReadOnly(field) && says.test(field.description ?? ""));
    const names = others.map(({ at }) => at.replace("Input.", "."));
    expect([...new Set(names)].sort()).toEqual(partly);
  });
});
