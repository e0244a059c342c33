import { Field, InputType } from "type-graphql";
import { GiftMessage } from "../gift-messages/gift-messages.types.js";
import { CustomAttribute } from "../../catalog/attributes/custom-attribute.types.js";

@InputType("TotalsAdditionalDataExtensionInput", { description: "Extension attributes of TotalsAdditionalData." })
export class TotalsAdditionalDataExtension {
  @Field(() => [GiftMessage], {
    nullable: true,
    description: "Gift messages; their extension attributes identify the cart or the item.",
  })
  gift_messages?: GiftMessage[] | null;
}

@InputType("TotalsAdditionalDataInput", { description: "Data to save besides shipping and payment." })
export class TotalsAdditionalData {
  @Field(() => TotalsAdditionalDataExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: TotalsAdditionalDataExtension | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Accepted and ignored, as in Magento." })
  custom_attributes?: CustomAttribute[] | null;
}
