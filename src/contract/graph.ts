import type { GraphQLEnumType } from "graphql";
import type { Actor } from "../auth/actor.js";
import type { ConfiguredContext } from "../call/context.js";
import type { FailedRows } from "./failed-rows.js";

/** An argument of a field that only GraphQL has. */
export interface GraphArgument {
  /** GraphQL type, such as `Int!`. */
  readonly type: string;
  readonly description: string;
  readonly defaultValue?: unknown;
  /** The closed set that it is one of. */
  readonly oneOf?: GraphQLEnumType;
}

export type GraphArguments = Readonly<Record<string, unknown>>;

/**
 * A field that only GraphQL has. It leads from the records of a type to related ones, and loads them for all records of an
 * answer at once.
 */
export interface Edge<Parent = unknown, Key = unknown> {
  /** The GraphQL type that has the field. */
  readonly on: string;
  readonly name: string;
  /** GraphQL type. It is nullable, so that an error takes nothing else away. */
  readonly type: string;
  readonly description: string;
  readonly args?: Readonly<Record<string, GraphArgument>>;
  /** Resource ids that the caller needs, or `anonymous` for what everybody who sees the record may see. */
  readonly permission: readonly [string, ...string[]];
  /** Whether the setting `PORTICO_ANONYMOUS_CATALOG` admits callers without a token. */
  readonly publicRead?: boolean;
  /** Fields of the record that the key is made of. They are read even if the document does not select them. */
  readonly needs: readonly string[];
  /** Admits a caller without the resources who owns the record. */
  isOwner?(parent: Parent, actor: Actor): boolean;
  /** Returns what the related records are found by; undefined if there can be none. */
  key(parent: Parent): Key | undefined;
  /** Returns the values in the order of the keys. The number of its statements does not depend on the keys. */
  load(keys: readonly Key[], args: GraphArguments, ctx: ConfiguredContext): Promise<readonly unknown[]>;
}

/** Declares an edge from records of type `Parent`. */
export const edge = <Parent, Key>(declared: Edge<Parent, Key>): Edge => declared;

/** What the source of a subscription knows. */
export interface Following {
  readonly ctx: ConfiguredContext;
  /** Aborted when the client is gone or the process stops. The source ends then. */
  readonly signal: AbortSignal;
}

/** Where the items of a subscription come from. Constructed like a resolver. */
export interface SubscriptionSource {
  open(args: GraphArguments, following: Following): AsyncIterable<unknown>;
}

/** A subscription. It admits whom the query admits that reads the same. */
export interface GraphSubscription {
  readonly name: string;
  /** GraphQL type of an item. */
  readonly type: string;
  readonly description: string;
  readonly args: Readonly<Record<string, GraphArgument>>;
  /** Name of the query whose routes decide about the caller, by the arguments of the subscription. */
  readonly like: string;
  readonly source: new (dependencies: never) => SubscriptionSource;
}

/** What a domain adds to GraphQL beyond its operations. */
export interface DomainGraph {
  readonly edges?: readonly Edge[];
  readonly subscriptions?: readonly GraphSubscription[];
  /** Filter and field that identify the records of large searches, by GraphQL type: they can be read with a cursor. */
  readonly cursors?: Readonly<Record<string, Cursor>>;
  /** Types whose records have an id of their own in the whole graph, by GraphQL type. */
  readonly nodes?: Readonly<Record<string, NodeKey>>;
  /** Failures of rows in the results of writes, by GraphQL type. */
  readonly failedRows?: Readonly<Record<string, FailedRows>>;
  /** Classes of types that only these fields have. */
  readonly types?: readonly (new () => object)[];
}

/** How a record of the graph is read by its id: by a query, whose permission counts. */
export interface NodeKey {
  /** The field that identifies it. */
  readonly field: string;
  /** Name of the query that reads it. */
  readonly query: string;
  /** The argument of the query that takes the value of the field. */
  readonly argument: string;
}

/** A unique, ascending integer that records are read by, in the order that a search without a sort order has. */
export interface Cursor {
  /** Its field in search criteria. */
  readonly filter: string;
  /** Its field in the record. */
  readonly field: string;
}
