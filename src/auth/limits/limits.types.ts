import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("CallLimit", "A limit of the caller, and what is left of it.")
export class CallLimit {
  @Field(() => String, {
    description: "`address` and `caller` count calls, `graphql-cost`, `bulk-elements` and `sign-in` what they name.",
  })
  name!: string;

  @Field(() => Int, { description: "How many are allowed in a minute." })
  limit!: number;

  @Field(() => Int, { description: "How many are left until the minute is over." })
  remaining!: number;

  @Field(() => Int, { description: "Seconds until the minute is over." })
  seconds_left!: number;
}
