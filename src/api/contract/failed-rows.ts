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
