import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../../api/contract/shape.js";

@OutputShape("PriceFileColumn", "A column of a price file.")
export class PriceFileColumn {
  @Field(() => String, { description: "Name of the column as it is in the file." })
  column!: string;

  @Field(() => String, {
    nullable: true,
    description: "Field that the column sets; null if it is left out or unknown.",
  })
  field!: string | null;

  @Field(() => String, { nullable: true, description: "Field that an unknown column may mean; null if none is near." })
  suggestion!: string | null;

  @Field(() => [String], { description: "The values of the first three rows." })
  samples!: readonly string[];
}

@OutputShape("PriceFileColumns", "The columns of a price file, and what they mean.")
export class PriceFileColumns {
  @Field(() => String, {
    nullable: true,
    description: "Form of the file; null if it is not recognized, so that its columns must be mapped.",
  })
  form!: string | null;

  @Field(() => Int, { nullable: true, description: "Line of the header, from 1; null without one." })
  header_line!: number | null;

  @Field(() => [PriceFileColumn], { description: "The columns in their order." })
  columns!: PriceFileColumn[];
}
