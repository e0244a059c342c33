import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { OneOf } from "../../contract/closed-set.js";
import { callbackState } from "../closed-sets.types.js";

@OutputShape("BulkCallback", "A message that notifies the caller when a bulk is finished.")
export class BulkCallback {
  @Field(() => String, { description: "Id of the message, also sent in its header `webhook-id`." })
  id!: string;

  @Field(() => String, { description: "URL that the message is posted to." })
  url!: string;

  @OneOf(callbackState)
  @Field(() => String, {
    description: "State; failed if it was not delivered within a day or can no longer be delivered.",
  })
  state!: string;

  @Field(() => Int, { description: "Number of attempts since the callback was requested or replayed." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last response; null if there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Error of the last failed attempt." })
  last_error?: string | null;

  @Field(() => String, { description: "Time of the request for the callback, in UTC." })
  created_at!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Earliest time of the next attempt, UTC. No attempt is made before the bulk is finished. Null if no attempt is left.",
  })
  due_at?: string | null;

  @Field(() => String, { nullable: true, description: "Time of the delivery, in UTC." })
  delivered_at?: string | null;
}
