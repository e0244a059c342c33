import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("CustomerBalance", "The store credit or the reward points of a customer on a website.")
export class CustomerBalance {
  @Field(() => Int, { description: "Id of the customer." })
  customer_id!: number;

  @Field(() => Int, { description: "Id of the website." })
  website_id!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the account, to search its entries; null before the first change.",
  })
  account_id?: number | null;

  @Field(() => Decimal, { description: "Balance: store credit in the base currency of the website, or points." })
  balance!: DecimalText;
}
