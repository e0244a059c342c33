import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { OneOf } from "../../contract/closed-set.js";
import { callbackState } from "../closed-sets.types.js";

@OutputShape("BulkCallback", "A message to the caller that a bulk is finished.")
export class BulkCallback {
  @Field(() => String, { description: "Id of the message, which its header `webhook-id` has too." })
  id!: string;

  @Field(() => String, { description: "Where it is posted." })
  url!: string;

  @OneOf(callbackState)
  @Field(() => String, {
    description: "`pending`, `delivered`, or `failed` where it could not be delivered for a day.",
  })
  state!: string;

  @Field(() => Int, { description: "How often it was sent since it was accepted or replayed." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last answer; null where there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Why the last attempt failed." })
  last_error?: string | null;

  @Field(() => String, { description: "When it was asked for, UTC, `YYYY-MM-DD hh:mm:ss`." })
  created_at!: string;

  @Field(() => String, {
    nullable: true,
    description: "Not sent before this time, nor before the bulk is finished, UTC; null where it is not to be sent.",
  })
  due_at?: string | null;

  @Field(() => String, { nullable: true, description: "When it was delivered, UTC." })
  delivered_at?: string | null;
}
