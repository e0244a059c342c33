import { Field, Int } from "type-graphql";
import { Values } from "../../../api/contract/closed-set.js";
import { BulkAcceptance } from "../../../api/bulk/accept/bulk-acceptance.types.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { CountsRows } from "../../../api/contract/failed-rows.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { PriceToChange, PriceValue } from "../../../commerce/pricing/price-fields.types.js";

@CountsRows<PriceImportPart>((_args, part) => {
  if (!part) return null;
  const { written, deleted, unchanged, failed, skipped } = part;
  return { total: written + deleted + unchanged + failed + skipped, failed };
})
@OutputShape("PriceImportPart", "Numbers of rows of a part of a price file, by their result.")
export class PriceImportPart {
  @Field(() => Int, { description: "Rows that changed a price." })
  written!: number;

  @Field(() => Int, { description: "Rows that deleted a price." })
  deleted!: number;

  @Field(() => Int, { description: "Rows that were equal to the stored price, or have no price." })
  unchanged!: number;

  @Field(() => Int, { description: "Rows that failed." })
  failed!: number;

  @Field(() => Int, {
    description:
      "Rows that were skipped, because a later row sets the same price, the import stopped before them, or a failed row prevented all changes.",
  })
  skipped!: number;
}

const formDescription =
  "Form of the file: `portico`, `prices` (one kind of price), `several-prices` or the name of a program, such as `shopify`.";
const headerDescription = "Line of the header, from 1; null without one.";
const decimalDescription = "Decimal separator of the file: `.` or `,`.";
const leftOutDescription = "Columns of the file that are left out.";

@OutputShape("PriceImportAcceptance", "The response to an accepted price file: its bulk, and how the file is read.")
export class PriceImportAcceptance extends BulkAcceptance {
  @Field(() => String, { description: formDescription })
  form!: string;

  @Field(() => Int, { nullable: true, description: headerDescription })
  header_line!: number | null;

  @Field(() => String, { description: decimalDescription })
  decimal!: string;

  @Field(() => [String], { description: leftOutDescription })
  left_out_columns!: readonly string[];
}

@OutputShape("PriceImport", "An import of a price file.")
export class PriceImport extends PriceImportPart {
  @Field(() => String, { description: "Id of the bulk that applies the file." })
  bulk_uuid!: string;

  @Field(() => String, {
    description:
      "`running`; `complete` when all rows were processed; `stopped` when `stop-after` ended it; `rejected` when `all-or-nothing` applied nothing; `canceled` when operations were canceled; `failed` when operations failed as a whole and can be retried.",
  })
  state!: string;

  @Field(() => String, { description: "`skip-failed`, `all-or-nothing` or `stop-after:N`." })
  policy!: string;

  @Values("csv", "ndjson", "json", "xlsx")
  @Field(() => String, { description: "`csv`, `ndjson`, `json` or `xlsx`." })
  format!: string;

  @Field(() => String, { description: formDescription })
  form!: string;

  @Field(() => Int, { nullable: true, description: headerDescription })
  header_line!: number | null;

  @Field(() => String, { description: decimalDescription })
  decimal!: string;

  @Field(() => [String], { description: leftOutDescription })
  left_out_columns!: readonly string[];

  @Field(() => Int, {
    description: "Rows that deserve a look: they apply, or another row of the file supersedes them.",
  })
  warnings!: number;

  @Field(() => Int, { description: "Rows of the file." })
  rows!: number;

  @Field(() => Int, { description: "Rows that have not been processed yet." })
  open!: number;
}

@OutputShape("PriceFilePage", "A part of a price file.")
export class PriceFilePage {
  @Field(() => String, { description: "Whole lines of the file; the first part begins with the header of a CSV file." })
  content!: string;

  @Field(() => String, { nullable: true, description: "Cursor of the next part; null after the last." })
  next!: string | null;
}

@OutputShape("PriceFileValue", "A price before or after an import.")
export class PriceFileValue extends PriceValue {}

@OutputShape("PriceFileChange", "A price that an import would change.")
export class PriceFileChange extends PriceToChange {
  @Field(() => PriceFileValue, { nullable: true, description: "The stored price; null if there is none." })
  old!: PriceFileValue | null;

  @Field(() => PriceFileValue, {
    nullable: true,
    description: "The price in the file; null if the row deletes the price.",
  })
  new!: PriceFileValue | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Change of the price in percent, two decimal places; null without an old price above 0.",
  })
  change_percent!: DecimalText | null;
}

@OutputShape("PriceFileFailure", "A row of a file that fails, or deserves a look.")
export class PriceFileFailure {
  @Field(() => Int, { description: "Line of the file in which the row begins, from 1." })
  line!: number;

  @Field(() => String, { description: "SKU in the row; empty if the row cannot be read." })
  sku!: string;

  @Field(() => String, { description: "Stable code of the reason, such as `unknown_sku`." })
  code!: string;

  @Field(() => String, { description: "The reason." })
  message!: string;
}

@OutputShape("PriceImportPreview", "The result that an import would have.")
export class PriceImportPreview extends PriceImportPart {
  @Values("complete", "stopped", "rejected")
  @Field(() => String, { description: "State that the import would end in: `complete`, `stopped` or `rejected`." })
  state!: string;

  @Field(() => String, { description: formDescription })
  form!: string;

  @Field(() => Int, { nullable: true, description: headerDescription })
  header_line!: number | null;

  @Field(() => String, { description: decimalDescription })
  decimal!: string;

  @Field(() => [String], { description: leftOutDescription })
  left_out_columns!: readonly string[];

  @Field(() => Int, { description: "Rows of the file." })
  rows!: number;

  @Field(() => Int, { description: "Prices that would change." })
  total_changes!: number;

  @Field(() => [PriceFileChange], { description: "The first 1,000 changes." })
  changes!: PriceFileChange[];

  @Field(() => [PriceFileChange], {
    description: "The 100 largest rises in percent over all changes, the largest first.",
  })
  largest_rises!: PriceFileChange[];

  @Field(() => [PriceFileChange], {
    description: "The 100 largest falls in percent over all changes, the largest first.",
  })
  largest_falls!: PriceFileChange[];

  @Field(() => [PriceFileFailure], { description: "The first 1,000 rows that fail." })
  failures!: PriceFileFailure[];

  @Field(() => Int, { description: "Rows that deserve a look." })
  total_warnings!: number;

  @Field(() => [PriceFileFailure], {
    description: "The first 1,000 rows that deserve a look: they apply, or another row of the file supersedes them.",
  })
  warnings!: PriceFileFailure[];
}
