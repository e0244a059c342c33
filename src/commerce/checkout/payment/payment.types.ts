import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Texts, type TextsByKey } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@ExtensionAttributes("CartPayment")
export class CartPaymentExtension {
  @Extension(() => [String], "Ids of the terms and conditions that the shopper agreed to.")
  agreement_ids?: string[] | null;
}

@Shape("CartPayment", "The payment method that the shopper chose, with its details.")
export class CartPayment {
  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Code of the payment method." })
  method?: string | null;

  @Field(() => String, { nullable: true, description: "Number of the shopper's purchase order." })
  po_number?: string | null;

  @Field(() => Texts, {
    nullable: true,
    description:
      "Details for the payment method, as a list or by key. They are not returned, because they can be secret.",
  })
  additional_data?: TextsByKey | null;

  @Field(() => CartPaymentExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: CartPaymentExtension | null;
}

@OutputShape("PaymentMethod", "A payment method that the shopper can choose.")
export class PaymentMethod {
  @Field(() => String, { description: "Code." })
  code!: string;

  @Field(() => String, { description: "Title." })
  title!: string;
}
