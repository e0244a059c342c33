import { InvalidArgumentError, Option } from "commander";

export interface JsonOption {
  readonly json: boolean;
}

export const jsonOption = () => new Option("--json", "print one line of JSON, for programs").default(false);

/** Returns a parser of whole numbers that are at least `min`. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    }
    return value;
  };
}

/** Returns the end of a help text: command lines to paste. */
export const examples = (...lines: readonly string[]): string =>
  `\n${lines.length === 1 ? "Example" : "Examples"}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
