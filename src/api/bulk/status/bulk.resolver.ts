import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { admits } from "../../auth/actor.js";
import { readCallerNames } from "../../auth/caller-names.rows.js";
import type { AsyncQueue } from "../../call/stored/async-queue.js";
import type { Context } from "../../call/context.js";
import type { JsonText } from "../../call/answer/json-text.js";
import { Contract, Rest } from "../../contract/rest.js";
import { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { countByStatus, hasBulk, readDetail, Summaries, searchOperations } from "./bulk-status.sql.js";
import { listedBulk, OperationCounts } from "./bulk-list.js";
import { type BulkHead, searchBulks } from "./bulks.sql.js";
import { BulkSearchResults } from "./bulks.types.js";
import { BulkStatusDetail, BulkStatusSummary, OperationSearchResults } from "./bulk.types.js";
import { readResults } from "./results.sql.js";
import { BulkResult } from "./results.types.js";
import { noIds } from "./result-ids.js";
import { admit, admitWithAccount, mayReadBodies, permission, uuidDescription, unknownBulk } from "./permission.js";

@Contract("AsynchronousOperations", "BulkStatus")
@Resolver()
export class BulkStatus {
  private readonly summaries = new Summaries();

  @Rest("GET /V1/bulk/:bulkUuid/status", permission, { admit, events: "/V1/bulk/:bulkUuid/events" })
  @Query(() => BulkStatusSummary, {
    name: "bulkStatus",
    description: "Returns the status of the operations of a bulk.",
  })
  async getBulkShortStatus(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Ctx() { db, selection }: Context,
  ): Promise<BulkStatusSummary | JsonText> {
    const found = await this.summaries.read(db, bulkUuid);
    if (!found) throw unknownBulk(bulkUuid);
    return selection ? found.parse<BulkStatusSummary>() : found;
  }

  @Rest("GET /V1/bulk/:bulkUuid/detailed-status", permission, { admit })
  @Query(() => BulkStatusDetail, {
    name: "detailedBulkStatus",
    description:
      "Returns the status of the operations of a bulk, with their requests and responses. Those of a guest's bulk are empty without the token in the header `X-Portico-Bulk-Token` of the response that accepted it.",
  })
  async getBulkDetailedStatus(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Ctx() ctx: Context,
  ): Promise<BulkStatusDetail> {
    const found = await readDetail(ctx.db, bulkUuid, { hasBodies: await mayReadBodies(bulkUuid, ctx) });
    if (!found) throw unknownBulk(bulkUuid);
    return found;
  }

  @Rest("GET /V1/bulk/:bulkUuid/results", permission, { admit })
  @Query(() => [BulkResult], {
    name: "bulkResults",
    description:
      "Returns the ids in the results of the operations of a bulk, in the order in which the operations were sent; null for a guest's bulk without the token in the header `X-Portico-Bulk-Token` of the response that accepted it. 404 for an unknown bulk.",
  })
  async getResults(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("status", () => Int, {
      nullable: true,
      description:
        "Only operations with this status: 1 complete, 2 failed but can be retried, 3 failed and needs a correction, 4 open, 5 rejected.",
    })
    status: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<BulkResult[]> {
    if (!(await hasBulk(ctx.db, bulkUuid))) throw unknownBulk(bulkUuid);
    const results = await readResults(ctx.db, bulkUuid, status ?? null);
    return (await mayReadBodies(bulkUuid, ctx)) ? results : results.map((result) => ({ ...result, ...noIds }));
  }

  @Rest("GET /V1/bulk/:bulkUuid/operation-status/:status", permission, { admit })
  @Query(() => Int, {
    name: "bulkOperationCount",
    description: "Returns the number of operations of a bulk with a status; 0 for an unknown bulk or status.",
  })
  getOperationsCountByBulkIdAndStatus(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("status", () => Int, {
      description: "1 complete, 2 failed but can be retried, 3 failed and needs a correction, 4 open, 5 rejected.",
    })
    status: number,
    @Ctx() { db }: Context,
  ): Promise<number> {
    return countByStatus(db, bulkUuid, status);
  }
}

@Contract("AsynchronousOperations", "OperationRepository")
@Resolver()
export class OperationRepository {
  @Rest("GET /V1/bulk", permission)
  @Query(() => OperationSearchResults, {
    name: "bulkOperations",
    description:
      "Searches the operations of all bulks, for example by start_time, status, bulk_uuid, topic_name or failed_row_count.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<OperationSearchResults> {
    return searchOperations(db, searchCriteria);
  }
}

@Contract("AsynchronousOperations", "BulkRepository")
@Resolver()
export class BulkRepository {
  private readonly counts = new OperationCounts();

  constructor(private readonly dependencies: { readonly asyncQueue: AsyncQueue }) {}

  @Rest("GET /V1/bulks", permission, { admit: admitWithAccount })
  @Query(() => BulkSearchResults, {
    name: "bulks",
    description:
      "Searches bulks, newest first: all of them if the caller may read the status of any bulk, otherwise the caller's own. " +
      "Fields: bulk_uuid, start_time, finished_at, state, route, topic_name, user_type, user_id, request_id, operation_count.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Arg("withSynchronous", () => Boolean, {
      defaultValue: false,
      description:
        "Also return synchronous calls of many rows (`PORTICO_LISTED_CALL_ROWS`) that succeeded or had failed rows.",
    })
    withSynchronous: boolean,
    @Ctx() { db, actor }: Context,
  ): Promise<BulkSearchResults> {
    const owner = admits([permission], actor) ? undefined : actor;
    const { heads, criteria, total } = await searchBulks(db, searchCriteria, { owner, withSynchronous });
    const countsOf = await this.counts.of(db, heads);
    const nameOf = await readCallerNames(db, heads.map(senderOf));
    const items = heads.map((head) =>
      listedBulk(head, {
        counts: countsOf(head),
        description: this.dependencies.asyncQueue.describe(head.route) ?? head.topic_name,
        userName: nameOf(senderOf(head)),
      }),
    );
    return { items, search_criteria: criteria, total_count: total };
  }
}

const senderOf = ({ user_type: type, user_id: id }: BulkHead) => ({ actor_type: type, actor_id: id });
