import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape(
  "BulkResult",
  "The outcome of an operation of a bulk, with the ids of the entity that it created or changed.",
)
export class BulkResult {
  @Field(() => Int, { description: "Position of the element in the call, from 0." })
  operation_id!: number;

  @Field(() => Int, {
    description: "1 complete, 2 failed but can be retried, 3 failed and needs a correction, 4 open, 5 rejected.",
  })
  status!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Numeric id in the result of the operation, for example of the product; null if there is none.",
  })
  entity_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SKU, code, number or email address in the result of the operation; null if there is none.",
  })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Error of a failed or rejected operation; null for others." })
  message?: string | null;
}
