import type { Logger } from "pino";
import type { Actor } from "../auth/actor.js";
import type { BearerReason } from "../auth/bearer.sql.js";
import type { Configured } from "../config.js";
import type { Db } from "../db/database.js";
import type { HttpExchange } from "../http/http-exchange.js";
import type { Selection } from "./selection.js";

/** The store view that a call concerns. */
export interface StoreScope {
  /** 0 for `all`; the default store view's id where the caller gave no code. */
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
  /** How the caller named it: not at all, as `all`, or by a store view's code. */
  readonly given: "none" | "all" | "code";
}

/** Names a queued operation. */
interface OperationOfBulk {
  readonly bulk: string;
  /** Its number in the bulk. */
  readonly id: number;
}

/** Who calls, for which store view. */
export interface Caller {
  readonly actor: Actor;
  /** How the caller was identified; absent for queued operations. */
  readonly reason?: BearerReason;
  readonly scope: StoreScope;
  readonly requestId: string;
  /** The queued operation that makes the call; absent for others. */
  readonly operation?: OperationOfBulk | undefined;
  /** W3C trace context of the call. */
  readonly traceparent?: string | undefined;
  /** IP address of the client; absent for queued operations. */
  readonly address?: string | undefined;
  /** The HTTP request and response, for operations that set cookies; absent for queued operations. */
  readonly exchange?: HttpExchange | undefined;
}

/** The route and the arguments of a write, which can be stored as JSON and called again. */
export interface RepeatableCall {
  /** Method and path of the route. */
  readonly line: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What an operation knows of its call: always an argument, never ambient. */
export interface Context extends Caller {
  /** For a mutation, the transaction that it runs in: the database keeps all its writes or none. See `OwnTransaction`. */
  readonly db: Db;
  /**
   * Whether this transaction is not the operation's to end: the queue and idempotent calls write their own records in it.
   * All writes of an operation that fails are then undone, whatever transactions it starts.
   */
  readonly isEnclosed?: boolean;
  /** Whether all that the operation writes will be undone, because the caller only asks what it would do. */
  readonly isPreview?: boolean;
  /** The call of a mutation, to store it for later. */
  readonly call?: RepeatableCall;
  /** Whether another user approved the call, which lifts the checks that held it. */
  readonly isApproved?: boolean;
  /** Whether the data comes from another shop, which has sent its mails and moved its stock already. */
  readonly isImport?: boolean;
  /** Names the request in every line. */
  readonly log: Logger;
  /** The wanted parts of the answer; absent: all. */
  readonly selection?: Selection | undefined;
}

/** A context with the settings, for rules that depend on them; a resolver adds the settings that it was constructed with. */
export interface ConfiguredContext extends Context, Configured {}

/** Makes the context of a request or of a queued operation. */
export const createContext = (caller: Caller, { db, log }: Pick<Context, "db" | "log">): Context => ({
  ...caller,
  db,
  log,
});
