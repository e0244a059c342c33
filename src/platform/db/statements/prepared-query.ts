import pg from "pg";
import type { Statement } from "./runner.js";
import { storedTypes } from "./statements.js";

type QueryResult = pg.QueryResult<object>;
type Settle = (error: Error | null, result?: QueryResult) => void;

type Parser = (text: string) => unknown;

/** The columns of a statement's rows. */
interface Columns {
  readonly fields: readonly pg.FieldDef[];
  readonly parsers: readonly Parser[];
  /** A row of nulls. A copy of it has all columns from the start, which makes rows alike for the engine. */
  readonly empty: Readonly<Record<string, null>>;
}

const noColumns: Columns = { fields: [], parsers: [], empty: {} };

/** The prepared statements of a connection, as far as they are known. */
interface Preparations {
  /** Columns by the name of the statement. A statement that returns no rows has none. */
  readonly columns: Map<string, Columns>;
  /** The connection without requests for a description. */
  readonly withoutDescribe: pg.Connection;
}

const preparations = new WeakMap<pg.Connection, Preparations>();

function preparationsOf(connection: pg.Connection): Preparations {
  const known = preparations.get(connection);
  if (known) return known;
  const withoutDescribe = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  const made = { columns: new Map<string, Columns>(), withoutDescribe };
  preparations.set(connection, made);
  return made;
}

const parserOf = (type: number): Parser => storedTypes.getTypeParser(type, "text") as unknown as Parser;

/** The part of `pg.Query` that its type declarations leave out: the messages that it sends. */
interface SendingQuery extends pg.Query {
  prepare(connection: pg.Connection): void;
}

const SendingQuery = pg.Query as unknown as new (text: string, values: unknown[]) => SendingQuery;

/** Whether the rows of a statement are read as those of `Db.query`, and the connection keeps it prepared. */
export const isPrepared = (statement: Statement): statement is Statement & { readonly name: string } =>
  statement.name !== undefined && statement.types === storedTypes && statement.rowMode === undefined;

/** Sends a prepared statement. */
export async function runPrepared(
  send: (query: pg.Query) => unknown,
  statement: Statement & { readonly name: string },
): Promise<QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      const settle: Settle = (error, result) => {
        if (result) resolve(result);
        else reject(error ?? new Error("The statement has neither a result nor an error."));
      };
      send(new PreparedQuery(statement, settle));
    });
  } catch (error) {
    // The trace of the driver ends at the socket. Here, it goes on to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * A statement that the connection keeps prepared. `pg` asks for the columns of the rows at every execution, and makes
 * their parsers again. This class asks once: PostgreSQL rejects a prepared statement whose columns have changed.
 */
class PreparedQuery extends SendingQuery {
  readonly name: string;
  private readonly rowsRead: object[] = [];
  private columns: Columns | undefined;
  private known: Map<string, Columns> | undefined;
  private rowCount: number | null = null;
  private command = "";
  private unreadable: Error | undefined;

  constructor(
    { name, text, values = [] }: Statement & { readonly name: string },
    private readonly settle: Settle,
  ) {
    super(text, values);
    this.name = name;
  }

  override prepare(connection: pg.Connection): void {
    const { columns, withoutDescribe } = preparationsOf(connection);
    this.known = columns;
    this.columns = columns.get(this.name);
    super.prepare(this.columns ? withoutDescribe : connection);
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    const empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
    this.keep({ fields, parsers, empty });
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.unreadable) return;
    const { fields: columns, parsers, empty } = this.columns ?? noColumns;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (const [at, text] of fields.entries()) {
        const name = columns[at]?.name;
        if (text !== null && name !== undefined) row[name] = parsers[at]?.(text);
      }
    } catch (error) {
      // An error thrown here would end the connection.
      this.unreadable = error instanceof Error ? error : new Error(String(error));
    }
    this.rowsRead.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (!this.columns) this.keep(noColumns);
    const words = text.split(" ");
    const count = Number(words.at(-1));
    this.command = words[0] ?? "";
    this.rowCount = words.length > 1 && Number.isInteger(count) ? count : null;
  }

  handleReadyForQuery(): void {
    if (this.unreadable) return this.settle(this.unreadable);
    const { command, rowCount, rowsRead: rows } = this;
    this.settle(null, { command, rowCount, oid: 0, fields: [...(this.columns ?? noColumns).fields], rows });
  }

  handleError(error: Error): void {
    this.settle(this.unreadable ?? error);
  }

  private keep(columns: Columns): void {
    this.columns = columns;
    this.known?.set(this.name, columns);
  }
}
