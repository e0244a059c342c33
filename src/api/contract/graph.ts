import type { GraphQLEnumType } from "graphql";
import type { Actor } from "../auth/actor.js";
import type { ConfiguredContext } from "../call/context.js";
import type { FailedRows } from "./failed-rows.js";

/** An argument of a GraphQL-only field. */
export interface GraphArgument {
  /** GraphQL type, such as `Int!`. */
  readonly type: string;
  readonly description: string;
  readonly defaultValue?: unknown;
  /** The closed set of its values. */
  readonly oneOf?: GraphQLEnumType;
}

export type GraphArguments = Readonly<Record<string, unknown>>;

/**
 * A GraphQL-only field that leads from the records of a type to related records, and loads them for all records of an
 * answer at once.
 */
export interface Edge<Parent = unknown, Key = unknown> {
  /** The GraphQL type that has the field. */
  readonly on: string;
  readonly name: string;
  /** GraphQL type. It is nullable, so that an error does not remove its parent from the answer. */
  readonly type: string;
  readonly description: string;
  readonly args?: Readonly<Record<string, GraphArgument>>;
  /** Resource ids that the caller needs; `anonymous` admits everybody who can read the record. */
  readonly permission: readonly [string, ...string[]];
  /** Whether the setting `PORTICO_ANONYMOUS_CATALOG` admits callers without a token. */
  readonly publicRead?: boolean;
  /** Fields of the record that the key is derived from. They are read even if the document does not select them. */
  readonly needs: readonly string[];
  /** Whether the caller owns the record. An owner is admitted without the resources. */
  isOwner?(parent: Parent, actor: Actor): boolean;
  /** Returns the key of the related records; undefined if there can be none. */
  key(parent: Parent): Key | undefined;
  /** Returns the values in the order of the keys. The number of statements must not depend on the number of keys. */
  load(keys: readonly Key[], args: GraphArguments, ctx: ConfiguredContext): Promise<readonly unknown[]>;
}

/** Declares an edge from records of type `Parent`. */
export const edge = <Parent, Key>(declared: Edge<Parent, Key>): Edge => declared;

/** The context of a running subscription. */
export interface Following {
  readonly ctx: ConfiguredContext;
  /** Returns the caller with the current rights. Throws 401 unless the caller is still admitted. */
  readonly identify: () => Promise<Actor>;
  /** Aborted when the client has disconnected or the process stops. The source must end then. */
  readonly signal: AbortSignal;
}

/** The source of the items of a subscription. Constructed like a resolver. */
export interface SubscriptionSource {
  open(args: GraphArguments, following: Following): AsyncIterable<unknown>;
}

/** A subscription. It admits the same callers as the query that reads the same data. */
export interface GraphSubscription {
  readonly name: string;
  /** GraphQL type of an item. */
  readonly type: string;
  readonly description: string;
  readonly args: Readonly<Record<string, GraphArgument>>;
  /** Name of the query whose routes admit or reject the caller, with the arguments of the subscription. */
  readonly like: string;
  readonly source: new (dependencies: never) => SubscriptionSource;
}

/** Additions of a domain to GraphQL besides its operations. */
export interface DomainGraph {
  readonly edges?: readonly Edge[];
  readonly subscriptions?: readonly GraphSubscription[];
  /** Cursors of large searches, by GraphQL type of their records. */
  readonly cursors?: Readonly<Record<string, Cursor>>;
  /** Types whose records have a global id, by GraphQL type. */
  readonly nodes?: Readonly<Record<string, NodeKey>>;
  /** Declarations of failed rows in the results of writes, by GraphQL type. */
  readonly failedRows?: Readonly<Record<string, FailedRows>>;
  /** Classes of the types that only these fields use. */
  readonly types?: readonly (new () => object)[];
}

/** How a record of the graph is read by its global id: with a query, which also decides about the permission. */
export interface NodeKey {
  /** The field that identifies the record. */
  readonly field: string;
  /** Name of the query that reads the record. */
  readonly query: string;
  /** The argument of the query that takes the value of the field. */
  readonly argument: string;
}

/**
 * A unique integer that a large search can page by. A search without a sort order returns records in its ascending order.
 */
export interface Cursor {
  /** Name of the field in search criteria. */
  readonly filter: string;
  /** Name of the field in the record. */
  readonly field: string;
}
