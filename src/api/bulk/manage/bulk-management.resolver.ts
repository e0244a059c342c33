import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { QueueDependencies } from "../../call/stored/async-queue.js";
import type { Context } from "../../call/context.js";
import { noSuchEntity } from "../../call/errors.js";
import { Contract, Rest, Writes } from "../../contract/rest.js";
import { Json } from "../../contract/scalars.js";
import { hasBulk } from "../status/bulk-status.sql.js";
import { BulkAcceptance } from "../accept/bulk-acceptance.types.js";
import { lockBulk } from "./bulk-management.sql.js";
import { listCallbacks, replayCallback } from "../callbacks/callbacks.sql.js";
import { BulkCallback } from "../callbacks/callbacks.types.js";
import { rejectOpen } from "./cancel.js";
import { admit, permission, uuidDescription, unknownBulk } from "../status/permission.js";

const retriable = 2;
const failed = 3;

@Contract("AsynchronousOperations", "BulkManagement", { aggregate: "bulk" })
@Resolver()
export class BulkManagement {
  constructor(private readonly dependencies: QueueDependencies) {}

  @Rest("POST /V1/bulk", "anonymous", { errorStatuses: [422] })
  @Mutation(() => BulkAcceptance, {
    name: "submitBulk",
    description:
      "Queues calls of one operation that has an asynchronous form; requires the permission of that operation. If one of the calls cannot be accepted, none is queued.",
  })
  async scheduleBulk(
    @Arg("operation", () => String, { description: "GraphQL name of the operation." }) operation: string,
    @Arg("elements", () => [Json], { description: "The arguments of each call, as an object." }) elements: unknown[],
    @Arg("idempotencyKey", () => String, {
      nullable: true,
      description: "Repeating the call with this key within 24 hours returns the first response and queues nothing.",
    })
    idempotencyKey: string | null | undefined,
    @Arg("callbackUrl", () => String, {
      nullable: true,
      description: "URL that the status of the bulk is posted to when the bulk is finished.",
    })
    callbackUrl: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<BulkAcceptance> {
    const { asyncQueue } = this.dependencies;
    const route = await asyncQueue.routeFor(operation, ctx);
    const headers = {
      ...(idempotencyKey == null ? {} : { "idempotency-key": JSON.stringify(idempotencyKey) }),
      ...(callbackUrl == null ? {} : { "callback-url": callbackUrl }),
    };
    return asyncQueue.accept({ mode: "bulk", route, path: {}, body: elements, headers, ctx });
  }

  @Rest("POST /V1/bulk/:bulkUuid/retry", permission, { admit })
  @Writes("bulkStatus", { bulkUuid: "bulkUuid" })
  @Mutation(() => Int, {
    name: "retryBulk",
    description: "Puts operations of a bulk that failed temporarily back in the queue, and returns their number.",
  })
  retryBulk(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("includeFailed", () => Boolean, {
      defaultValue: false,
      description: "Also retry operations of status 3, which fail again unless something is corrected first.",
    })
    includeFailed: boolean,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return this.dependencies.asyncQueue.retry(bulkUuid, includeFailed ? [retriable, failed] : [retriable], ctx);
  }

  @Rest("DELETE /V1/bulk/:bulkUuid", permission, { admit })
  @Writes("bulkStatus", { bulkUuid: "bulkUuid" })
  @Mutation(() => Int, {
    name: "cancelBulk",
    description: "Rejects the open operations of a bulk that are not running, and returns their number.",
  })
  async deleteBulk(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Ctx() { db }: Context,
  ): Promise<number> {
    if ((await lockBulk(db, bulkUuid)) === undefined) throw unknownBulk(bulkUuid);
    const rejected = await rejectOpen(db, bulkUuid);
    db.afterCommit(() => this.dependencies.asyncQueue.finish([bulkUuid]));
    return rejected;
  }
}

@Contract("AsynchronousOperations", "BulkCallbackManagement", { aggregate: "bulk" })
@Resolver()
export class BulkCallbackManagement {
  constructor(private readonly dependencies: QueueDependencies) {}

  @Rest("GET /V1/bulk/:bulkUuid/callbacks", permission, { admit })
  @Query(() => [BulkCallback], {
    name: "bulkCallbacks",
    description:
      "Returns the messages that notify the caller when a bulk is finished, with the state of their delivery.",
  })
  async getList(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Ctx() { db }: Context,
  ): Promise<BulkCallback[]> {
    if (!(await hasBulk(db, bulkUuid))) throw unknownBulk(bulkUuid);
    return listCallbacks(db, bulkUuid);
  }

  @Rest("POST /V1/bulk/:bulkUuid/callbacks/:callbackId/replay", permission, { admit })
  @Writes("bulkCallbacks", { bulkUuid: "bulkUuid" })
  @Mutation(() => Boolean, {
    name: "replayBulkCallback",
    description: "Sends the message that a bulk is finished again with the current status of the bulk. Returns true.",
  })
  async replay(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("callbackId", () => String, { description: "Id of the message." }) callbackId: string,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    if (!(await replayCallback(db, bulkUuid, callbackId))) throw noSuchEntity("callbackId", callbackId);
    db.afterCommit(() => this.dependencies.asyncQueue.sendCallbacks());
    return true;
  }
}
