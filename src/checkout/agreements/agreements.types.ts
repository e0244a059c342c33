import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("CheckoutAgreement", "Terms that a shopper agrees to before the order is placed.")
export class CheckoutAgreement {
  @Field(() => Int, { description: "Id." })
  agreement_id!: number;

  @Field(() => String, { description: "Name, which shoppers do not see." })
  name!: string;

  @Field(() => String, { description: "The terms." })
  content!: string;

  @Field(() => String, { nullable: true, description: "Height of the box with the terms, in CSS." })
  content_height?: string | null;

  @Field(() => String, { description: "Text beside the checkbox." })
  checkbox_text!: string;

  @Field(() => Boolean, { description: "Whether it is in use." })
  is_active!: boolean;

  @Field(() => Boolean, { description: "Whether the terms are HTML." })
  is_html!: boolean;

  @Field(() => Int, { description: "1: the shopper ticks a checkbox; 0: placing the order is agreement." })
  mode!: number;
}
