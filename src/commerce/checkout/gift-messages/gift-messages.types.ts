import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Shape } from "../../../api/contract/shape.js";

@ExtensionAttributes("GiftMessage")
export class GiftMessageExtension {
  @Extension(() => String, "Id of the item; read by `collectCartTotals` only.")
  entity_id?: string | null;

  @Extension(() => String, "`quote` for the cart, `quote_item` for an item; read by `collectCartTotals` only.")
  entity_type?: string | null;

  @Extension(() => Int, "Id of the gift wrapping; null or 0 removes it. Omit it to keep the wrapping.", "commerce")
  wrapping_id?: number | null;

  @Extension(() => Boolean, "For a cart: whether a gift receipt is requested.", "commerce")
  wrapping_allow_gift_receipt?: boolean | null;

  @Extension(() => Boolean, "For a cart: whether a printed card is added, at an extra charge.", "commerce")
  wrapping_add_printed_card?: boolean | null;
}

@Shape("GiftMessage", "A message to the recipient of a gift.")
export class GiftMessage {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  gift_message_id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the customer who owns the cart, 0 for guests; set only when an order is imported.",
  })
  customer_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the sender." })
  sender?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the recipient." })
  recipient?: string | null;

  @Field(() => String, { nullable: true, description: "The message; a blank text removes it." })
  message?: string | null;

  @Field(() => GiftMessageExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: GiftMessageExtension | null;
}
