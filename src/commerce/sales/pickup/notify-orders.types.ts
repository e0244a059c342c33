import { Field } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("PickupNotificationResult", "Whether customers were notified that their orders are ready for pickup.")
export class PickupNotificationResult {
  @Field(() => Boolean, { description: "Whether no order failed." })
  successful!: boolean;

  @Field(() => [String], {
    description: 'The orders that failed, each as JSON: `{"id":12,"message":"The order is not ready for pickup"}`.',
  })
  errors!: string[];
}
