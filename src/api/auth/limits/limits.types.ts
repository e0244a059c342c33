import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("CallLimit", "A rate limit that applies to the caller.")
export class CallLimit {
  @Field(() => String, {
    description:
      "Name: `address` and `caller` limit calls, `graphql-cost` the cost of documents, `bulk-elements` the elements of bulks, `sign-in` attempts to sign in.",
  })
  name!: string;

  @Field(() => Int, { description: "Number allowed per minute." })
  limit!: number;

  @Field(() => Int, { description: "Number left in the current minute." })
  remaining!: number;

  @Field(() => Int, { description: "Seconds until the current minute ends." })
  seconds_left!: number;
}
