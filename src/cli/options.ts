import { InvalidArgumentError, Option } from "commander";

export interface JsonOption {
  readonly json: boolean;
}

export const asJson = () => new Option("--json", "answer with one line of JSON, for programs").default(false);

/** Reads a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
    }
    return value;
  };
}

/** What `--help` ends with: command lines to be pasted. */
export const examples = (...lines: readonly string[]): string =>
  `\n${lines.length === 1 ? "Example" : "Examples"}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
