// SQL: models cannot draw ids from a sequence.
import { hiddenParameter } from "../../../../platform/db/statements/parameters.js";
import type { Db } from "../../../../platform/db/database.js";

/** Tables whose ids are taken before rows are written, so that dependent rows can be written in the same statement. */
const columns = {
  bundle_option: "option_id",
  bundle_selection: "selection_id",
  configurable_option: "id",
  downloadable_link: "id",
  downloadable_sample: "id",
} as const;

/** Takes new ids for a table from its sequence. */
export async function drawIds(db: Db, table: keyof typeof columns, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await db.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1::text, $2::text)) as id
    from generate_series(1, ${hiddenParameter(3, "int")})`,
    [table, columns[table], count],
  );
  return rows.map(({ id }) => id);
}
