import type { Amount } from "../../../platform/money/amount.js";
import { firstCarry, roundWithCarry } from "../../../platform/money/rounding.js";

/** Rounding carries by series. */
export type Carries = ReadonlyMap<string, Amount>;

/** Rounds series of amounts, each with the carry of its earlier amounts. */
export class SeriesRounder {
  readonly #carries: Map<string, Amount>;

  constructor(
    private readonly digits: number,
    carries: Carries = new Map(),
    private readonly first: Amount = firstCarry,
  ) {
    this.#carries = new Map(carries);
  }

  /** Returns the next amount of a series, rounded. */
  round(series: string, amount: Amount): Amount {
    const rounded = roundWithCarry(amount, this.digits, this.#carries.get(series) ?? this.first);
    this.#carries.set(series, rounded.carry);
    return rounded.amount;
  }

  get carries(): Carries {
    return this.#carries;
  }
}
