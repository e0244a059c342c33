import { parameterOf } from "./array-text.js";
import type { Statement } from "./runner.js";
import { storedTypes, type StatementNames } from "./statements.js";

/** Makes statements as `Db.query` and `Db.execute` send them. */
export class StatementWriter {
  /** Without names nothing stays prepared: the embedded engine has one session for all connections. */
  constructor(private readonly names: StatementNames | undefined) {}

  write(text: string, values: readonly unknown[] = []): Statement {
    const name = this.names?.of(text);
    const statement = { text, values: values.map(parameterOf), types: storedTypes };
    return name === undefined ? statement : { ...statement, name };
  }
}
