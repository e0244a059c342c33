import type { Logger } from "pino";
import type { Db } from "../../../platform/db/database.js";
import { isRetriable } from "../../../platform/db/sql-errors.js";
import { type Context, createContext } from "../../call/context.js";
import { WebapiError } from "../../call/errors.js";
import { logRerun, reasonOf, toWebapiError } from "../../call/failure.js";
import { invoke } from "../../call/invoke.js";
import type { Kernel } from "../../call/kernel.js";
import type { Arguments } from "../../call/method-call.js";
import { loadCallers, resolveStored, type StoredCallers } from "../../call/stored/stored-calls.js";
import { countRows } from "../../contract/failed-rows.js";
import type { Route } from "../../contract/routes/operations.js";
import { inSpan } from "../../../platform/tracing/tracer.js";
import { argumentsOf } from "../accept/accept.js";
import type { ClaimedOperation, Outcome } from "../queue/operations.sql.js";
import { redactPayload, stripPayload } from "./redact.js";

/** The parts of the process that running operations uses. */
export interface RunnerDependencies {
  readonly kernel: Kernel;
  readonly routes: readonly Route[];
}

/** An operation with its route, context and arguments. */
export interface ReadOperation {
  readonly operation: ClaimedOperation;
  readonly route: Route;
  readonly ctx: Context;
  readonly args: Arguments;
}

/** Runs queued operations through the resolvers of the synchronous routes. */
export class OperationRunner {
  private readonly routes: ReadonlyMap<string, Route>;
  /** The log of the last bulk. Consecutive operations are usually from the same bulk. */
  private bulkLog: { readonly bulk: string; readonly log: Logger } | undefined;

  constructor(private readonly parts: RunnerDependencies) {
    this.routes = new Map(parts.routes.map((route) => [route.line, route]));
  }

  /** Loads the current callers of a batch and the store views of their calls, in the transaction of the batch. */
  prepare(db: Db, operations: readonly ClaimedOperation[]): Promise<StoredCallers> {
    return loadCallers(this.parts.kernel, db, operations);
  }

  /** Prepares an operation to run in the transaction as its caller. Throws if it cannot be run at all. */
  async read(db: Db, operation: ClaimedOperation, callers: StoredCallers): Promise<ReadOperation> {
    const { bulk, id, requestId, traceparent, storeCode } = operation;
    const stored = { line: operation.route, caller: operation, storeCode };
    const { route, ...as } = resolveStored(this.routes, stored, callers);
    const caller = { ...as, requestId, operation: { bulk, id }, traceparent: traceparent ?? undefined };
    const log = this.logOf(operation);
    const ctx = createContext(caller, { db, log, isEnclosed: true });
    const element = JSON.parse(operation.payload) as Readonly<Record<string, unknown>>;
    return { operation, route, ctx, args: argumentsOf(route, element) };
  }

  /** Runs an operation. Throws the error of the operation. */
  run(read: ReadOperation): Promise<Outcome> {
    const { traceparent: parent, bulk, id, requestId } = read.operation;
    const attributes = { "portico.bulk": bulk, "portico.operation": id, "portico.request_id": requestId };
    return inSpan({ name: `process ${read.route.line}`, kind: "consumer", parent, attributes }, () =>
      this.runRead(read),
    );
  }

  private async runRead({ operation, route, ctx, args }: ReadOperation): Promise<Outcome> {
    const answer = await invoke(this.parts.kernel, { route, args, ctx });
    const result = route.write(answer);
    ctx.log.debug("ran operation");
    return {
      operation,
      status: 1,
      message: `Service execution success ${route.contract}::${route.contractMethod}`,
      result: result === undefined || result === "null" ? null : result,
      errorCode: null,
      redacted: stripPayload(operation.payload),
      retryIn: null,
      rows: countRows(route.operation.field.type, args, answer),
    };
  }

  /**
   * Returns the outcome of an operation that threw: status 2 for a temporary failure, which is retried with growing
   * pauses until the attempts are used up; status 3 for everything else, with a message for the caller.
   */
  toFailure(operation: ClaimedOperation, error: unknown): Outcome {
    const { config } = this.parts.kernel;
    const log = this.logOf(operation);
    if (!(error instanceof WebapiError && error.cause === undefined) && isRetriable(error)) {
      const attempt = operation.attempts + 1;
      const again = attempt < config.PORTICO_OPERATION_ATTEMPTS;
      const message = "The operation was interrupted by a temporary failure of the database. It can be retried.";
      log.warn({ err: error, attempt }, "operation failed and can be retried");
      const ended = { ...this.unsuccessful(operation, message), status: 2 as const };
      // The next attempt needs the whole payload, including secrets.
      return again ? { ...ended, redacted: null, retryIn: pauseBefore(attempt), rows: null } : ended;
    }
    const reason = reasonOf(toWebapiError(error, log));
    log.warn({ reason, route: operation.route }, "operation failed");
    return this.unsuccessful(operation, reason);
  }

  private unsuccessful(operation: ClaimedOperation, message: string): Outcome {
    const { payload } = operation;
    const type = this.routes.get(operation.route)?.operation.field.type;
    return {
      operation,
      status: 3,
      message,
      result: null,
      errorCode: 0,
      redacted: redactPayload(payload),
      retryIn: null,
      rows: type ? countRows(type, JSON.parse(payload) as Readonly<Record<string, unknown>>, undefined) : null,
    };
  }

  /** Logs why a batch is run again, one operation after the other, and names the operation that failed, if one did. */
  logRerun(error: unknown, failed: ClaimedOperation | undefined): void {
    const log = failed ? this.logOf(failed).child({ route: failed.route }) : this.parts.kernel.log;
    logRerun(log, error, "retrying a batch one operation at a time");
  }

  /** Returns the log of an operation, which names the request that queued it. */
  private logOf({ requestId, traceparent, bulk, id }: ClaimedOperation): Logger {
    if (this.bulkLog?.bulk !== bulk) {
      const call = { requestId, ...(traceparent ? { traceparent } : {}) };
      this.bulkLog = { bulk, log: this.parts.kernel.log.child({ ...call, bulk }) };
    }
    return this.bulkLog.log.child({ operation: id });
  }
}

/**
 * Returns the pause before an attempt in milliseconds: one second, doubled each time, up to a minute. It varies
 * randomly, so that operations that collided do not collide again.
 */
const pauseBefore = (attempt: number) =>
  Math.round(Math.min(1000 * 2 ** (attempt - 1), 60_000) * (0.75 + Math.random() / 2));
