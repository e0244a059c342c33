/** Where the row of a failure is in the list of a call, and the SKU that it names. */
interface RowPlace {
  /** Position of the row, from 0. */
  readonly row: number;
  readonly sku: string | null;
}

const places = new WeakMap<object, RowPlace>();

/** Notes the row that a failure in the result of a write is about. REST answers do not have it. */
export function noteFailedRow(failure: object, place: RowPlace): void {
  places.set(failure, place);
}

/** Returns the row that a failure is about; undefined if none is noted. */
export const failedRowOf = (failure: unknown): RowPlace | undefined =>
  typeof failure === "object" && failure !== null ? places.get(failure) : undefined;

/** Why a row failed. */
export interface RowReason {
  /** One of the declared codes. */
  readonly code: string;
  /** Field of the row; null if it is not one field. */
  readonly field: string | null;
  /** The message with its values. */
  readonly message: string;
}

/** Failures of rows that writes return as their result. */
export interface FailedRows {
  /** Stable codes in capitals, with their meanings. */
  readonly codes: Readonly<Record<string, string>>;
  readonly describe: (failure: unknown) => RowReason;
}

/** Declares the failures of type `Failure`. A reason has one of the declared codes. */
export const failedRows = <Failure, Code extends string>(declared: {
  readonly codes: Readonly<Record<Code, string>>;
  readonly describe: (failure: Failure) => RowReason & { readonly code: Code };
}): FailedRows => ({ codes: declared.codes, describe: (failure) => declared.describe(failure as Failure) });
