// Types of `portico/extension`. They use no types of Portico's own modules, so that those can change.

/** The context of a call. */
export interface ExtensionContext {
  /** The caller. `type` is 1 for an integration, 2 for an administrator, 3 for a customer, 4 for a guest. */
  readonly actor: { readonly type: number; readonly id: number | null; readonly resources: ReadonlySet<string> };
  /** The store view of the call; `storeId` 0 stands for all. */
  readonly scope: { readonly storeId: number; readonly websiteId: number; readonly code: string };
  readonly requestId: string;
  /** For a mutation, the transaction that it runs in: all writes are kept, or none. */
  readonly db: ExtensionDatabase;
  readonly log: ExtensionLog;
}

/** Access to the extension's own tables. */
export interface ExtensionDatabase {
  /** Runs a statement with `$1` parameters and returns its rows: timestamps and decimals as text, bigint as a number. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Returns the number of rows that a statement wrote. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  /** Calls `notify` after the commit, and never after a rollback. */
  afterCommit(notify: () => void): void;
}

/** A log whose lines name the request. */
export interface ExtensionLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
