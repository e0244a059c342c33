import type { Db } from "../../src/platform/db/database.js";

interface Planned {
  /** The first parameters of the statement; the others are null. */
  readonly values?: readonly (string | number)[];
  /** Whether the plan is made for any parameters, as the plan of a statement that is prepared; by default it is. */
  readonly isGeneric?: boolean;
}

/** Returns the plan of a statement of the application. */
export async function planOf(
  db: Db,
  statement: string,
  { values = [], isGeneric = true }: Planned = {},
): Promise<string> {
  const count = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const given = Array.from({ length: count }, (_, at) => (values[at] === undefined ? "null" : `'${values[at]}'`));
  return db.transaction(async (tx) => {
    await tx.execute(`set local plan_cache_mode = force_${isGeneric ? "generic" : "custom"}_plan`);
    await tx.execute(`prepare searching as ${statement}`);
    const rows = await tx.query<Record<string, string>>(`explain (costs off) execute searching(${given.join(", ")})`);
    await tx.execute("deallocate searching");
    return rows.map((row) => Object.values(row).join("")).join("\n");
  });
}

/** After five plans for the given values, PostgreSQL compares them with one for any values. */
const plansForValues = 5;

/** Whether PostgreSQL keeps the plan of a prepared statement, instead of planning it anew for each call with such values. */
export const keepsPlan = (db: Db, statement: string, values: readonly (string | number)[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(`prepare kept as ${statement}`);
    const given = values.map((value) => `'${value}'`).join(", ");
    for (let call = 0; call <= plansForValues; call += 1) await tx.query(`explain execute kept(${given})`);
    const plans = await tx.one<{ generic: number }>(
      "select generic_plans::int as generic from pg_prepared_statements where name = 'kept'",
      [],
    );
    await tx.execute("deallocate kept");
    return plans !== undefined && plans.generic > 0;
  });
