import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../../api/contract/shape.js";

@OutputShape("PriceImportProposal", "Rows of a price file that were sent for approval.")
export class PriceImportProposal {
  @Field(() => Int, {
    nullable: true,
    description: "Id of the group of proposals; null when an approved call has set the prices.",
  })
  group_id!: number | null;

  @Field(() => Int, { description: "Number of rows." })
  rows!: number;
}
