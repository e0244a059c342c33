import { randomUUID } from "node:crypto";
import type { Statement } from "./runner.js";
import type { StatementWriter } from "./statement-writer.js";

/**
 * Prefix of the placeholders of this process. Nobody else knows it, so texts of callers contain no placeholder, by chance
 * or on purpose.
 */
const stem = `late-text-${randomUUID()}-`;
const placeholders = new RegExp(`${stem}\\d+`, "g");

/** Returns the name of the transaction's setting that holds the text of a placeholder. */
const settingOf = (placeholder: string): string => `portico.text_${placeholder.slice(stem.length)}`;

/** Returns SQL that stores the value of a text expression as the drawn text, and evaluates to it. */
export type Keep = (expression: string) => string;

/** A statement that draws a text, and the placeholder of the text in the values of later statements. */
interface Draw {
  readonly placeholder: string;
  readonly statement: Statement;
}

/**
 * Texts that the database makes at the end of a transaction. The process that runs the transaction never sees them: each
 * has a placeholder, which the database replaces with the text.
 */
export class LateTexts {
  private count = 0;

  constructor(private readonly writer: StatementWriter) {}

  /** Returns a statement that draws a text. */
  draw(textOf: (keep: Keep) => string, values: readonly unknown[]): Draw {
    this.count += 1;
    const placeholder = `${stem}${this.count}`;
    const keep: Keep = (expression) => `set_config($${values.length + 1}::text, ${expression}, true)`;
    return { placeholder, statement: this.writer.write(textOf(keep), [...values, settingOf(placeholder)]) };
  }

  /** Returns a statement in which the database replaces a placeholder with its drawn text. */
  fill(statement: Statement): Statement {
    if (this.count === 0) return statement;
    const values: readonly unknown[] = statement.values ?? [];
    const found = new Map(values.map((value, at) => [at + 1, placeholdersIn(value)] as const));
    const [placeholder, ...others] = new Set([...found.values()].flat());
    if (placeholder === undefined) return statement;
    if (others.length > 0) throw new Error("A statement can have only one late text.");
    const [old, setting] = [values.length + 1, values.length + 2];
    const text = statement.text.replaceAll(/\$(\d+)/g, (parameter, number: string) =>
      found.get(Number(number))?.length
        ? `replace(${parameter}::text, $${old}::text, current_setting($${setting}::text))`
        : parameter,
    );
    return this.writer.rewrite(statement, text, [...values, placeholder, settingOf(placeholder)]);
  }
}

/** Returns the placeholders in a value. Lists and documents are already texts here, so their placeholders are found too. */
const placeholdersIn = (value: unknown): readonly string[] =>
  typeof value === "string" && value.includes(stem) ? (value.match(placeholders) ?? []) : [];
