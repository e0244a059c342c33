// The types of `portico/extension`.
import type { GraphQLScalarType } from "graphql";
import type {
  Extension,
  ExtensionContext,
  FoundRows,
  SearchCriteria as Criteria,
} from "../dist/extension/extension.types.js";

export type * from "../dist/extension/extension.types.js";
export {
  Arg,
  Ctx,
  Field,
  Float,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";

/** Version of the interface between Portico and extensions. */
export declare const extensionApi: 1;

/** Returns its argument. The module of an extension exports the result as `default`. */
export declare function defineExtension(extension: Extension): Extension;

/**
 * Names the service contract of a resolver class. The topics of queued operations are derived from it. `aggregate` names what
 * the operations change; a queued operation waits for earlier ones with a common key.
 */
export declare function Contract(
  module: string,
  name: string,
  options?: { readonly aggregate?: string; readonly keys?: readonly string[] },
): ClassDecorator;

export interface RestOptions {
  /** Arguments with the ordering keys of the queued operation. Default: the first path parameter. */
  readonly keys?: readonly string[];
  /** Arguments that the caller cannot choose, because they are derived from the caller. */
  readonly bind?: Readonly<Record<string, (actor: ExtensionContext["actor"]) => unknown>>;
  /** Targets of path parameters without an argument of their name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Whether the route has no asynchronous and bulk forms. */
  readonly immediate?: boolean;
  /** Whether `PORTICO_ANONYMOUS_CATALOG` admits callers without a token. */
  readonly publicRead?: boolean;
}

/** Declares a REST route: `GET /V1/path/:parameter`, with a resource id, several, `self` or `anonymous` as its permission. */
export declare function Rest(
  line: string,
  permission: string | readonly string[],
  options?: RestOptions,
): MethodDecorator;

/**
 * Declares how the records are read that a mutation writes, if its result is a number, a text or a flag: the name of a query, and
 * for each of its arguments the argument of the mutation, or `result`.
 */
export declare function Writes(query: string, keys: Readonly<Record<string, string>>): MethodDecorator;

/** Declares that a mutation starts its own transactions. */
export declare function OwnTransaction(): MethodDecorator;

/** Declares a class as a type for output and input. */
export declare function Shape(name: string, description: string): ClassDecorator;
/** Declares a class as a type for output. Of nullable fields, answers always have those in `always`: GraphQL has them as non-null. */
export declare function OutputShape(
  name: string,
  description: string,
  options?: { readonly always?: readonly string[] },
): ClassDecorator;

/** The argument `searchCriteria` of a list: `@Arg("searchCriteria", () => SearchCriteria, { description: "…" })`. */
export declare class SearchCriteria implements Criteria {
  filter_groups?: Criteria["filter_groups"];
  sort_orders?: Criteria["sort_orders"];
  page_size?: number | null;
  current_page?: number | null;
}

/** Declares the type `<shape>SearchResults`: a page of records, as `services.search` returns it. */
export declare function SearchResults<Item extends object>(shape: new () => Item): new () => FoundRows<Item>;

/** An amount in base currency; a decimal as text in code, a number in JSON. */
export declare const Money: GraphQLScalarType<string, number>;
/** A decimal that is no money; a decimal as text in code, a number in JSON. */
export declare const Decimal: GraphQLScalarType<string, number>;

type Parameters = readonly (string | number | null)[] | Readonly<Record<string, string | number | null>>;

/** An error that is answered to the caller. */
export declare class WebapiError extends Error {
  readonly code: string;
  /** Status of HTTP. */
  readonly status: number;
}

/** 400, with a template such as `The %field is not valid.` and its parameters. */
export declare function inputError(template: string, parameters?: Parameters): WebapiError;
/** A reason of `aggregate`. */
export interface Reason {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** 400 for one or several reasons. */
export declare function aggregate(reasons: readonly Reason[]): WebapiError;
/** The reason for an invalid value of a field. */
export declare function invalidValue(fieldName: string, value: string | number | null): Reason;
/** 400 for a text that is too long. */
export declare function tooLong(label: string, limit: number): WebapiError;
/** 404 `No such entity with %fieldName = %fieldValue`. */
export declare function noSuchEntity(fieldName: string, fieldValue: string | number | null): WebapiError;
/** 400 for a key that is taken. */
export declare function alreadyExists(template: string, parameters?: Parameters): WebapiError;
/** 400 for a record that cannot be saved. */
export declare function couldNotSave(template: string, cause?: unknown): WebapiError;

/** Seconds to wait after a failed attempt, counted from 1: five, then three times as long each time, up to two hours. */
export declare function retryDelay(attempt: number): number;
