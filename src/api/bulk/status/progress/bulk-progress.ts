import { Field, Float, Int } from "type-graphql";
import type { Following, GraphArguments, GraphSubscription, SubscriptionSource } from "../../../contract/graph.js";
import { OutputShape } from "../../../contract/shape.js";
import { latest } from "../../../../platform/process/latest.js";
import type { Progress } from "../../queue/consumers.sql.js";
import { hasBulk } from "../bulk-status.sql.js";
import { uuidDescription, unknownBulk } from "../permission.js";
import { ProgressReport } from "./progress-report.js";
import type { BulkWatch } from "./progress-watch.js";

@OutputShape("BulkProgress", "The progress of a bulk.")
export class BulkProgress {
  @Field(() => String, { description: "Id of the bulk." })
  bulk_uuid!: string;

  @Field(() => Int, { description: "Number of its operations." })
  operation_count!: number;

  @Field(() => Int, { description: "Operations that wait to run or to be retried." })
  waiting!: number;

  @Field(() => Int, { description: "Operations that are complete." })
  complete_count!: number;

  @Field(() => Int, { description: "Operations that failed." })
  failed_count!: number;

  @Field(() => Int, { description: "Operations that were rejected because the bulk was canceled." })
  rejected_count!: number;

  @Field(() => Int, {
    description: "Number of its rows. An operation without rows, or that has not ended, counts as one.",
  })
  row_count!: number;

  @Field(() => Int, { description: "Rows that failed, also those of operations that succeeded for their other rows." })
  failed_row_count!: number;

  @Field(() => Int, { description: "Consumers that were active within the last minute." })
  consumers!: number;

  @Field(() => Float, {
    nullable: true,
    description: "Operations of this bulk per second, over the last ten seconds; null until this is known.",
  })
  per_second!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Estimated seconds until the bulk is finished; null without an active consumer or recent operations.",
  })
  seconds_left!: number | null;

  @Field(() => Boolean, { description: "Whether all operations have ended; true only in the last item." })
  is_finished!: boolean;
}

/** Follows the progress of a bulk until it is finished. */
class ProgressSource implements SubscriptionSource {
  constructor(private readonly dependencies: { readonly bulkWatch: BulkWatch }) {}

  async *open(args: GraphArguments, { ctx, signal }: Following): AsyncGenerator<BulkProgress, void, void> {
    const bulk = String(args["bulkUuid"]).toLowerCase();
    if (!(await hasBulk(ctx.db, bulk))) throw unknownBulk(bulk);
    const report = new ProgressReport();
    let sent = "";
    for await (const progress of latest<Progress>(
      (notify) => this.dependencies.bulkWatch.follow(bulk, notify),
      signal,
    )) {
      const item = itemOf(report, progress);
      const text = JSON.stringify(item);
      if (text !== sent) yield item;
      if (item.is_finished) return;
      sent = text;
    }
  }
}

function itemOf(report: ProgressReport, progress: Progress): BulkProgress {
  const { count_by_status: counts, ...item } = report.of(progress);
  return {
    ...item,
    complete_count: counts["1"] ?? 0,
    failed_count: (counts["2"] ?? 0) + (counts["3"] ?? 0),
    rejected_count: counts["5"] ?? 0,
    is_finished: progress.isFinished,
  };
}

export const bulkProgress: GraphSubscription = {
  name: "bulkProgress",
  type: "BulkProgress!",
  description:
    "Follows the progress of a bulk: sends an item at once, one for each change, and a last one when the bulk is finished.",
  args: { bulkUuid: { type: "String!", description: uuidDescription } },
  like: "bulkStatus",
  source: ProgressSource,
};
