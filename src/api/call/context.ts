import type { Logger } from "pino";
import type { Actor } from "../auth/actor.js";
import type { BearerReason } from "../auth/tokens/bearer.sql.js";
import type { Configured } from "../../config.js";
import type { Db } from "../../platform/db/database.js";
import type { HttpExchange } from "../http/http-exchange.js";
import type { Selection } from "./answer/selection.js";

/** The store view that a call concerns. */
export interface StoreScope {
  /** 0 for `all`; the id of the default store view if the caller gave no code. */
  readonly storeId: number;
  readonly websiteId: number;
  readonly code: string;
  /** How the caller specified it: not at all, as `all`, or by the code of a store view. */
  readonly given: "none" | "all" | "code";
}

/** Identifies a queued operation. */
interface OperationOfBulk {
  readonly bulk: string;
  /** Its position in the bulk. */
  readonly id: number;
}

/** A caller with the store view and the request of the call. */
export interface Caller {
  readonly actor: Actor;
  /** How the caller was identified; absent for queued operations. */
  readonly reason?: BearerReason;
  readonly scope: StoreScope;
  readonly requestId: string;
  /** The queued operation that makes the call; absent for other calls. */
  readonly operation?: OperationOfBulk | undefined;
  /** W3C trace context of the call. */
  readonly traceparent?: string | undefined;
  /** IP address of the client; absent for queued operations. */
  readonly address?: string | undefined;
  /** The HTTP request and response, for operations that set cookies; absent for queued operations. */
  readonly exchange?: HttpExchange | undefined;
}

/** A route with the arguments of a call, which can be stored as JSON and called again. */
export interface RepeatableCall {
  /** Method and path of the route. */
  readonly line: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Marks what `createContext` made, so that no other code can write a context as a literal. */
declare const created: unique symbol;

/**
 * The context of a call, which only `createContext` makes. It is always passed as an argument, never ambient. A step
 * that changes a part of it copies it.
 */
export interface Context extends Caller {
  readonly [created]: true;
  /** For a mutation, the transaction that it runs in: the database keeps all its writes or none. See `OwnTransaction`. */
  readonly db: Db;
  /**
   * Whether the transaction belongs to the caller of the operation: the queue and idempotent calls write their own
   * records in it. If the operation fails, all of its writes are then undone, even if it starts its own transactions.
   */
  readonly isEnclosed?: boolean;
  /** Whether all writes of the operation will be undone, because the caller only wants a preview. */
  readonly isPreview?: boolean;
  /** The call of a mutation, to store it for later. */
  readonly call?: RepeatableCall;
  /** Whether another user approved the call. If so, the checks that required the approval are skipped. */
  readonly isApproved?: boolean;
  /** Whether the data is imported from another shop, which has already sent the emails and updated the stock. */
  readonly isImport?: boolean;
  /** A log whose lines name the request. */
  readonly log: Logger;
  /**
   * Whether the answer has all stored values, as in GraphQL, where an amount without a value is zero. REST answers some
   * saves, as Magento does, with only what was sent.
   */
  readonly answersStored?: boolean;
  /** The selected parts of the answer; absent for all. */
  readonly selection?: Selection | undefined;
}

/** A context with the settings, for rules that depend on them; a resolver adds the settings that it was constructed with. */
export interface ConfiguredContext extends Context, Configured {}

/** The part of a context besides the caller: where and how the call runs. */
type Execution = Omit<Context, keyof Caller | typeof created>;

/** Makes the context of a request, of a queued operation or of a call that this process makes itself. */
export const createContext = (caller: Caller, execution: Execution): Context =>
  ({ ...caller, ...execution }) as Context;
