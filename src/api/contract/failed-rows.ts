import { getNamedType, type GraphQLOutputType } from "graphql";
import { shapeName } from "./shape.js";

/** The position and the SKU of a failed row in the list of a call. */
interface RowPlace {
  /** Position of the row, from 0. */
  readonly row: number;
  readonly sku: string | null;
}

const places = new WeakMap<object, RowPlace>();

/** Records the row of a failure in the result of a write. REST answers do not include it. */
export function recordFailedRow(failure: object, place: RowPlace): void {
  places.set(failure, place);
}

/** Returns the row of a failure; undefined if none is recorded. */
export const failedRowOf = (failure: unknown): RowPlace | undefined =>
  typeof failure === "object" && failure !== null ? places.get(failure) : undefined;

/** Why a row failed. */
export interface RowReason {
  /** One of the declared codes. */
  readonly code: string;
  /** Field of the row; null if the failure does not concern a single field. */
  readonly field: string | null;
  /** The message with its parameters filled in. */
  readonly message: string;
}

/** The declaration of failed rows that writes return in their results. */
export interface FailedRows {
  /** Stable codes in capital letters, with their meanings. */
  readonly codes: Readonly<Record<string, string>>;
  readonly describe: (failure: unknown) => RowReason;
}

/** Declares the failures of type `Failure`. A reason has one of the declared codes. */
export const failedRows = <Failure, Code extends string>(declared: {
  readonly codes: Readonly<Record<Code, string>>;
  readonly describe: (failure: Failure) => RowReason & { readonly code: Code };
}): FailedRows => ({ codes: declared.codes, describe: (failure) => declared.describe(failure as Failure) });

/** Rows of a call, and how many of them failed. */
export interface RowCounts {
  readonly total: number;
  readonly failed: number;
}

type Given = Readonly<Record<string, unknown>>;
type CountRows = (args: Given, answer: unknown) => RowCounts | null;

const counters = new Map<string, CountRows>();

/**
 * Declares that calls whose answer has the shape consist of rows: a bulk counts them instead of the call. The answer is
 * undefined for a call that failed as a whole; the result is null if its rows are not known. Stands above `@OutputShape`.
 */
export const CountsRows =
  <Answer>(count: (args: Given, answer: Answer | undefined) => RowCounts | null): ClassDecorator =>
  (shape) =>
    void counters.set(shapeName(shape), (args, answer) => count(args, answer as Answer | undefined));

/** Returns the rows of a call that was answered, or that failed as a whole; null for a call without rows. */
export const countRows = (type: GraphQLOutputType, args: Given, answer: unknown): RowCounts | null =>
  counters.get(getNamedType(type).name)?.(args, answer) ?? null;
