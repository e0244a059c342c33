import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../api/contract/extension-attributes.js";
import { Fields, integers, texts } from "../../api/contract/fields.js";
import { Shape, OutputShape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";

@ExtensionAttributes("ReturnItem")
export class ReturnItemExtension {
  @Extension(() => String, "Text of the reason if the reason is Other; ignored otherwise.")
  reason_other?: string | null;
}

@Shape("ReturnItem", "Returned units of an order item. Reason, condition and resolution are option ids, as text.", {
  mayLack: ["qty_approved", "qty_authorized", "qty_returned"],
})
export class ReturnItem extends Fields({
  ...integers({
    entity_id: "Id; assigned by the service. Identifies the item to change.",
    rma_entity_id: { readOnly: "Id of the return." },
    order_item_id: "Id of the order item.",
    qty_requested: "Units that the customer wants to return, above zero; cannot be changed.",
    qty_authorized: "Authorized units; by default the requested ones. Null before the item is authorized.",
    qty_returned: "Received units; by default the authorized ones. Null before the item is received.",
    qty_approved: "Approved units; by default the received ones. Null before the item is approved.",
  }),
  ...texts({
    reason: "Id of an option of the attribute `reason`.",
    condition: "Id of an option of the attribute `condition`.",
    resolution: "Id of an option of the attribute `resolution`.",
    status: "Status: pending, authorized, denied, received, approved or rejected; ignored when the return is created.",
  }),
}) {
  @Field(() => ReturnItemExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: ReturnItemExtension | null;
}

@Shape("ReturnComment", "A comment in the history of a return.", { mayLack: [] })
export class ReturnComment extends Fields({
  ...integers({
    entity_id: "Id; assigned by the service.",
    rma_entity_id: "Id of the return.",
  }),
  ...texts({
    comment: "Text.",
    created_at: { readOnly: "Time, in UTC." },
    status: "Status of the return at that time; by default its current status.",
  }),
}) {
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the customer is notified by email; false by default.",
  })
  customer_notified?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the customer can see it; false by default." })
  visible_on_front?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the shop wrote it; true by default." })
  admin?: boolean | null;
}

@ExtensionAttributes("ReturnTrack")
export class ReturnTrackExtension {
  @Extension(
    () => String,
    "Image of the shipping label, a JPEG in Base64. Absent in responses; query the labels of the return instead.",
  )
  shipping_label?: string | null;
}

@Shape("ReturnTrack", "A parcel with returned goods.", { mayLack: [] })
export class ReturnTrack extends Fields({
  ...integers({
    entity_id: "Id; assigned by the service.",
    rma_entity_id: { readOnly: "Id of the return." },
  }),
  ...texts({
    track_number: "Tracking number.",
    carrier_title: "Name of the carrier; by default its title in the settings.",
    carrier_code: "Code of a carrier that accepts returns, or `custom`.",
  }),
}) {
  @Field(() => ReturnTrackExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: ReturnTrackExtension | null;
}

@Shape("Return", "A return of shipped goods.")
export class Return extends Fields({
  ...integers({
    entity_id: "Id; assigned by the service.",
    order_id: "Id of the order; cannot be changed.",
    store_id: { readOnly: "Id of the store view of the order." },
    customer_id: { readOnly: "Id of the customer." },
  }),
  ...texts({
    increment_id: { readOnly: "Number." },
    order_increment_id: { readOnly: "Number of the order." },
    date_requested: { readOnly: "Time of the request, in UTC." },
    customer_custom_email: "Email address for emails about the return, instead of the order's.",
    status:
      "Derived from the statuses of the items. Once no item is open, `closed`, `processed_closed` or `processed_and_closed` " +
      "in a request closes the return, as `processed_closed` if an item was approved and as `closed` otherwise. Any other " +
      "value is ignored in requests.",
  }),
}) {
  @Field(() => [ReturnItem], { nullable: true, description: "Returned items." })
  items?: ReturnItem[] | null;

  @Field(() => [ReturnComment], {
    nullable: true,
    description: "Comments, the oldest first. Comments without an id are added.",
  })
  comments?: ReturnComment[] | null;

  @Field(() => [ReturnTrack], { nullable: true, description: "Parcels. Parcels without an id are added." })
  tracks?: ReturnTrack[] | null;
}

export const ReturnSearchResults = SearchResults(Return);
export type ReturnSearchResults = SearchResults<Return>;
export const ReturnCommentSearchResults = SearchResults(ReturnComment);
export type ReturnCommentSearchResults = SearchResults<ReturnComment>;
export const ReturnTrackSearchResults = SearchResults(ReturnTrack);
export type ReturnTrackSearchResults = SearchResults<ReturnTrack>;

@OutputShape("MetadataObject", "An attribute, identified by its code.")
export class MetadataObject {
  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;
}
