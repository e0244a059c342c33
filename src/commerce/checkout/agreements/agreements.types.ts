import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("CheckoutAgreement", "Terms and conditions that a shopper agrees to before placing an order.")
export class CheckoutAgreement {
  @Field(() => Int, { description: "Id." })
  agreement_id!: number;

  @Field(() => String, { description: "Name for administrators; not shown to shoppers." })
  name!: string;

  @Field(() => String, { description: "The terms." })
  content!: string;

  @Field(() => String, { nullable: true, description: "CSS height of the box with the terms." })
  content_height?: string | null;

  @Field(() => String, { description: "Text next to the checkbox." })
  checkbox_text!: string;

  @Field(() => Boolean, { description: "Whether the terms are active." })
  is_active!: boolean;

  @Field(() => Boolean, { description: "Whether the terms are HTML." })
  is_html!: boolean;

  @Field(() => Int, { description: "1: the shopper must tick a checkbox; 0: placing the order means agreement." })
  mode!: number;
}
