import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("Session", "A session that a cookie stands for.")
export class Session {
  @Field(() => Int, { description: "Whose it is: 2 an administrator's, 3 a customer's, 4 a guest's." })
  user_type!: number;

  @Field(() => Int, { nullable: true, description: "Id of the administrator or the customer; null for a guest." })
  user_id!: number | null;

  @Field(() => Int, { description: "Seconds without a call after which it ends." })
  idle_seconds!: number;
}
