import { Field, Float, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { OneOf } from "../../contract/closed-set.js";
import { callerType } from "../../auth/closed-sets.types.js";
import { bulkState, type BulkState } from "../closed-sets.types.js";

@OutputShape("FailedCallRow", "A row of a synchronous call that failed, with the reason.")
export class FailedCallRow {
  @Field(() => Int, { nullable: true, description: "Position of the row in the call, from 0; null if it is unknown." })
  row!: number | null;

  @Field(() => String, { nullable: true, description: "SKU in the row; null if it has none." })
  sku!: string | null;

  @Field(() => String, { description: "The reason. May contain placeholders (`%SKU`) for the parameters, in order." })
  message!: string;

  @Field(() => [String], { nullable: "items", description: "The values of the row that the message names." })
  parameters!: (string | null)[];
}

@OutputShape("Bulk", "A bulk in a list, with its sender, its route and its progress.")
export class Bulk {
  @Field(() => String, { description: "Id of the bulk; of a synchronous call, an id of its own." })
  bulk_uuid!: string;

  @Field(() => Boolean, {
    description:
      "Whether it is a synchronous call of many rows. No other route knows its id: its changes are found by its request.",
  })
  is_synchronous!: boolean;

  @Field(() => String, { description: "Time at which the bulk was accepted, UTC, `YYYY-MM-DD hh:mm:ss`." })
  start_time!: string;

  @Field(() => String, {
    nullable: true,
    description: "Time at which the last operation ended, in UTC; null while an operation is open.",
  })
  finished_at!: string | null;

  @OneOf(bulkState)
  @Field(() => String, {
    description:
      "Running while an operation is open; then complete, or failed if an operation or a row failed or was rejected.",
  })
  state!: BulkState;

  @Field(() => String, {
    description: "Description of its operations in a sentence; the topic if the route is not installed.",
  })
  description!: string;

  @Field(() => String, { description: "Route of its operations, for example `PUT /V1/products/:sku`." })
  route!: string;

  @Field(() => String, { description: "Topic: `async.<service contract>.<method>.<verb>`." })
  topic_name!: string;

  @OneOf(callerType)
  @Field(() => Int, { description: "Type of its sender." })
  user_type!: number;

  @Field(() => Int, { nullable: true, description: "Id of its sender; null for a guest." })
  user_id!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the integration or administrator; null for other senders, and if the account was deleted.",
  })
  user_name!: string | null;

  @Field(() => String, { nullable: true, description: "Store code of the call; null if it had none." })
  store_code!: string | null;

  @Field(() => String, { description: "Id of the request that submitted it." })
  request_id!: string;

  @Field(() => Int, { description: "Number of its operations." })
  operation_count!: number;

  @Field(() => Int, { description: "Operations that wait to run or to be retried." })
  open_count!: number;

  @Field(() => Int, { description: "Operations that succeeded." })
  complete_count!: number;

  @Field(() => Int, { description: "Operations that failed." })
  failed_count!: number;

  @Field(() => Int, { description: "Operations that were rejected because the bulk was canceled." })
  rejected_count!: number;

  @Field(() => Int, {
    description:
      "Number of its rows, for example the prices of its calls or the lines of a price file. An operation without rows counts as one, and so does one that has not ended.",
  })
  row_count!: number;

  @Field(() => Int, {
    description: "Rows that failed, also those of operations that succeeded for their other rows.",
  })
  failed_row_count!: number;

  @Field(() => [FailedCallRow], {
    description: "The first 100 failed rows of a synchronous call. Empty for a bulk, whose operations have them.",
  })
  failed_rows!: FailedCallRow[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Average number of operations per second since it was accepted; null in the first second and if none has run.",
  })
  per_second!: number | null;
}

export const BulkSearchResults = SearchResults(Bulk);
export type BulkSearchResults = SearchResults<Bulk>;
