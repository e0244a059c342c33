import { parameterOf } from "./parameters.js";
import type { Statement } from "./runner.js";
import { storedTypes, type StatementNames } from "./statements.js";

/** Makes the statements of `Db.query` and `Db.execute`. */
export class StatementWriter {
  /** Without names no statement stays prepared, because the embedded engine has one session for all connections. */
  constructor(private readonly names: StatementNames | undefined) {}

  write(text: string, values: readonly unknown[] = []): Statement {
    const name = this.names?.of(text);
    const statement = { text, values: values.map(parameterOf), types: storedTypes };
    return name === undefined ? statement : { ...statement, name };
  }

  /**
   * Returns a statement with another text and other values, which are already converted. Its results are read as before.
   */
  rewrite(statement: Statement, text: string, values: unknown[]): Statement {
    const { name: _name, ...rest } = statement;
    const name = this.names?.of(text);
    return { ...rest, text, values, ...(name === undefined ? {} : { name }) };
  }
}
