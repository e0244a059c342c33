import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { decimals, Fields, integers, money, orZero, texts } from "../../../api/contract/fields.js";
import { Json } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { CommentFields } from "../documents/comments.types.js";
import { lineTexts } from "../shared-fields.types.js";

@Shape("ShipmentItem", "An item of a shipment.", { always: ["entity_id", "parent_id", "order_item_id", "qty"] })
export class ShipmentItem extends Fields({
  ...lineTexts,
  ...integers({
    entity_id: "Id; assigned by the service.",
    order_item_id: "Id of the order item.",
    parent_id: { readOnly: "Id of the shipment." },
    product_id: "Id of the product.",
  }),
  ...money({
    price: "Price of one unit, without tax, in the currency of the order.",
  }),
  ...orZero(money({ row_total: "Total of the item, without tax, in the currency of the order." })),
  ...decimals({ qty: "Shipped units.", weight: "Weight of one unit, in the unit of the store view." }),
}) {}

@Shape("ShipmentTrack", "A tracking number of a shipment or of one of its packages.", {
  always: ["order_id", "created_at", "entity_id", "parent_id", "updated_at"],
})
export class ShipmentTrack extends Fields({
  ...texts({
    carrier_code: "Code of the carrier, such as ups or custom.",
    created_at: "Time of creation, in UTC.",
    description: "Description.",
    title: "Name of the carrier, as shown to the customer.",
    track_number: "Tracking number.",
    updated_at: { readOnly: "Time of the last change, in UTC." },
  }),
  ...integers({
    entity_id: "Id. Omit it to add a tracking number.",
    order_id: "Id of the order.",
    parent_id: "Id of the shipment.",
  }),
  ...decimals({ qty: "Units in the package.", weight: "Weight, in the unit of the store view." }),
}) {}

@Shape("ShipmentComment", "A comment on a shipment.", {
  always: ["entity_id", "parent_id", "created_at"],
  lacksInRest: ["created_at"],
  isPartial: true,
})
export class ShipmentComment extends CommentFields("shipment") {}

@ExtensionAttributes("Shipment")
export class ShipmentExtension {
  @Extension(
    () => String,
    "Code of the source to ship from. By default the source of the stock if there is exactly one, otherwise the default source.",
  )
  source_code?: string | null;
}

@Shape("Shipment", "A shipment of a part or all of an order.")
export class Shipment extends Fields({
  ...orZero(
    integers({
      email_sent: "1 once the email to the customer was sent.",
    }),
  ),
  ...integers({
    billing_address_id: "Id of the billing address of the order.",
    customer_id: "Id of the customer; absent for guests.",
    entity_id: "Id. Omit it to create a shipment.",
    order_id: "Id of the order.",
    shipment_status: "Status; the meaning is up to the client.",
    shipping_address_id: "Id of the shipping address of the order.",
    store_id: "Id of the store view; by default that of the order.",
  }),
  ...texts({
    created_at: "Time of the shipment, in UTC.",
    increment_id: "Number of the shipment, unique in its store view; by default the next one.",
    shipping_label: "Shipping label, in Base64.",
    updated_at: { readOnly: "Time of the last change, in UTC." },
  }),
  ...decimals({ total_qty: "Shipped units.", total_weight: "Weight, in the unit of the store view." }),
}) {
  @Field(() => [Json], { nullable: true, description: "Packages, stored as sent." })
  packages?: unknown[] | null;

  @Field(() => [ShipmentItem], { nullable: true, description: "Lines." })
  items?: ShipmentItem[] | null;

  @Field(() => [ShipmentTrack], { nullable: true, description: "Tracking numbers." })
  tracks?: ShipmentTrack[] | null;

  @Field(() => [ShipmentComment], { nullable: true, description: "Comments, the oldest first." })
  comments?: ShipmentComment[] | null;

  @Field(() => ShipmentExtension, { nullable: true, description: "The source to ship from." })
  extension_attributes?: ShipmentExtension | null;
}

export const ShipmentSearchResults = SearchResults(Shipment);
export type ShipmentSearchResults = SearchResults<Shipment>;

export const ShipmentCommentSearchResults = SearchResults(ShipmentComment);
export type ShipmentCommentSearchResults = SearchResults<ShipmentComment>;
