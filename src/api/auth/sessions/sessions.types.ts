import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { OneOf } from "../../contract/closed-set.js";
import { callerType } from "../closed-sets.types.js";

@OutputShape("Session", "A cookie session.")
export class Session {
  @OneOf(callerType)
  @Field(() => Int, { description: "Type of the caller: an administrator, a customer or a guest." })
  user_type!: number;

  @Field(() => Int, { nullable: true, description: "Id of the administrator or customer; null for a guest." })
  user_id!: number | null;

  @Field(() => Int, { description: "Idle timeout in seconds." })
  idle_seconds!: number;
}
