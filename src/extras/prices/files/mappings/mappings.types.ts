import { Field } from "type-graphql";
import { Shape } from "../../../../api/contract/shape.js";

@Shape("PriceImportColumn", "A column of price files and the field that it sets.")
export class PriceImportColumn {
  @Field(() => String, { description: "Name of the column, case-insensitive; `*` for all columns that are not named." })
  column!: string;

  @Field(() => String, {
    description:
      "Field: a column of Portico's price files, `special_price`, `cost`, `tier_price:GROUP`, or `ignore` to leave it out.",
  })
  field!: string;
}

@Shape("PriceImportMapping", "What the columns of a supplier's price files mean, under a name.")
export class PriceImportMapping {
  @Field(() => String, { description: "Name, case-insensitive." })
  name!: string;

  @Field(() => [PriceImportColumn], { description: "The columns." })
  columns!: PriceImportColumn[];

  @Field(() => String, { nullable: true, description: "Kind of the prices of rows without a kind." })
  kind?: string | null;

  @Field(() => String, { nullable: true, description: "Decimal separator: `.` or `,`; if null, the file decides." })
  decimal?: string | null;

  @Field(() => String, { nullable: true, description: "Charset of the files; default: UTF-8." })
  charset?: string | null;

  @Field(() => String, { nullable: true, description: "`delete` if empty cells delete; default: `keep`." })
  empty?: string | null;
}
