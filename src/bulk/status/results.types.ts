import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("BulkResult", "What came of an operation of a bulk, with the ids of what it created or changed.")
export class BulkResult {
  @Field(() => Int, { description: "Place of the element in the call, from 0." })
  operation_id!: number;

  @Field(() => Int, {
    description: "1 complete, 2 failed and may be tried again, 3 failed and needs a change, 4 open, 5 rejected.",
  })
  status!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Numeric id that the operation answered, for example of the product; null if it answered none.",
  })
  entity_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SKU, code, number or e-mail address that the operation answered; null if it answered none.",
  })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Why the operation failed; null for others." })
  message?: string | null;
}
