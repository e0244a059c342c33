import type { TestApp } from "../../../support/app.js";

export type Row = Readonly<Record<string, unknown>>;

/** Rows of tables as JSON. */
export class Dump {
  constructor(private readonly rows: ReadonlyMap<string, readonly Row[]>) {}

  of(table: string): readonly Row[] {
    return this.rows.get(table) ?? [];
  }

  get tables(): readonly string[] {
    return [...this.rows.keys()];
  }

  /** Returns the rows that another dump does not contain unchanged. */
  without(other: Dump): Dump {
    const left = [...this.rows].map(([table, rows]) => {
      const known = new Set(other.of(table).map((row) => JSON.stringify(row)));
      return [table, rows.filter((row) => !known.has(JSON.stringify(row)))] as const;
    });
    return new Dump(new Map(left));
  }

  /** Returns the distinct values in the rows, as text. */
  scalars(): string[] {
    return [...new Set([...this.rows.values()].flatMap((rows) => scalarsIn(rows)))];
  }
}

/** Returns the strings and numbers in a JSON value, as text. */
export function scalarsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(scalarsIn);
}

/** Returns all rows of all tables. */
export async function dumpOf({ db }: TestApp): Promise<Dump> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from "${name}" t) as rows`,
  );
  const rows = await db.query<{ name: string; rows: Row[] }>(each.join(" union all "));
  return new Dump(new Map(rows.map(({ name, rows: found }) => [name, found])));
}

/** Returns the columns of primary keys and unique indexes. */
export const uniqueColumns = ({ db }: TestApp) =>
  db.query<{ table: string; column: string; primary: boolean }>(
    `select distinct c.relname as "table", a.attname as "column", i.indisprimary as "primary"
     from pg_index i
     join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indisunique order by 1, 2`,
  );
