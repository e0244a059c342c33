import type { Actor } from "../auth/actor.js";
import type { Db } from "../db/database.js";
import { isRetriable } from "../db/sql-errors.js";
import type { Context } from "../webapi/context.js";
import { inputError, noRoute, WebapiError } from "../webapi/errors.js";
import { toWebapiError } from "../webapi/failure.js";
import { invoke } from "../webapi/invoke.js";
import type { Kernel } from "../webapi/kernel.js";
import type { Route } from "../webapi/operations.js";
import type { Compiled } from "../webapi/rest-door.js";
import { pathOf } from "./accept.js";
import type { ClaimedOperation, Outcome } from "./bulk.rows.js";
import { redactPayload } from "./redact.js";

/** What running operations needs of the process. */
export interface RunnerParts {
  readonly kernel: Kernel;
  readonly compiled: ReadonlyMap<Route, Compiled>;
}

/** Runs queued operations through the resolvers that the synchronous doors use. */
export class OperationRunner {
  private readonly routes: ReadonlyMap<string, Route>;

  constructor(private readonly parts: RunnerParts) {
    this.routes = new Map([...parts.compiled.keys()].map((route) => [`${route.method} ${route.path}`, route]));
  }

  /** Runs one operation in the transaction for its caller. Throws what the operation throws. */
  async run(db: Db, operation: ClaimedOperation, actor: Actor): Promise<Outcome> {
    const route = this.routes.get(operation.route);
    const compiled = route && this.parts.compiled.get(route);
    if (!route || !compiled) throw noRoute();
    const { kernel } = this.parts;
    const scope = await kernel.scopeOf(operation.storeCode ?? undefined);
    if (!scope) throw inputError("Requested store is not found");
    const { requestId, traceparent, bulk, id } = operation;
    const log = kernel.log.child({ requestId, bulk, operation: id, ...(traceparent ? { traceparent } : {}) });
    const ctx: Context = { actor, scope, db, config: kernel.config, log, requestId };
    const element = JSON.parse(operation.payload) as Readonly<Record<string, unknown>>;
    const args = compiled.reader({ body: element, query: {}, path: pathOf(route, element) });
    const answer = await invoke({ operation: route.operation, args, ctx, route });
    const result = compiled.writer(answer);
    return {
      operation,
      status: 1,
      message: `Service execution success ${route.contract}::${route.contractMethod}`,
      result: result === undefined || result === "null" ? null : result,
      errorCode: null,
      redacted: redactPayload(operation.payload),
      retryIn: null,
    };
  }

  /**
   * How an operation that threw has ended: status 2 for a passing reason, tried again with growing pauses until its
   * attempts are used up; status 3 for everything else, with the message as a reader wants it.
   */
  failed(operation: ClaimedOperation, error: unknown): Outcome {
    const { config, log } = this.parts.kernel;
    if (!(error instanceof WebapiError && error.cause === undefined) && isRetriable(error)) {
      const attempt = operation.attempts + 1;
      const again = attempt < config.PORTICO_OPERATION_ATTEMPTS;
      const message = "The operation was interrupted by a passing failure of the database. It can be tried again.";
      log.warn(
        { err: error, bulk: operation.bulk, operation: operation.id, attempt },
        "operation failed and can be retried",
      );
      return { ...unsuccessful(operation, message), status: 2, retryIn: again ? pauseBefore(attempt) : null };
    }
    const known = toWebapiError(error, log.child({ bulk: operation.bulk, operation: operation.id }));
    const reasons = known.details.errors?.map(({ message, parameters }) => inputError(message, parameters).message);
    return unsuccessful(operation, (reasons ?? [known.message]).join("; "));
  }
}

const unsuccessful = (operation: ClaimedOperation, message: string): Outcome => ({
  operation,
  status: 3,
  message,
  result: null,
  errorCode: 0,
  redacted: redactPayload(operation.payload),
  retryIn: null,
});

/** Milliseconds: one second, doubled each time, up to a minute; spread, so that what collided does not meet again. */
const pauseBefore = (attempt: number) =>
  Math.round(Math.min(1000 * 2 ** (attempt - 1), 60_000) * (0.75 + Math.random() / 2));
