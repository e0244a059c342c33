// SQL: models cannot set the next value of a sequence.
import type { Db } from "./database.js";
import { type ModelName, tableOf } from "./models.js";

/** Resets a sequence to its earlier value. Call it after the row is written. */
export type Restore = () => Promise<void>;

/** An id for the next row of a model, whose key must be one column with a sequence. */
export interface NextId {
  readonly model: ModelName;
  readonly id: number;
  /** Number of rows that get consecutive ids from it; default: 1. Ids of other rows may lie between those of a source. */
  readonly rows?: number;
  /** Whether the transaction will be undone, and the sequence with it. */
  readonly isDryRun?: boolean | undefined;
}

interface Position {
  readonly next: number;
  readonly is_taken: boolean;
}

/** Distance to the id of a row whose own id is taken, so that it does not get an id that a later row needs. */
const distance = 1_000_000;

const nothing: Restore = () => Promise.resolve();

/**
 * Makes the next rows of a model get ids from the given one on, or from one far above if one of these ids is taken. For an
 * id above all assigned ones, the sequence is moved forward and need not be reset. For a lower id, the sequence is restarted
 * within the transaction: others who need an id wait until it ends, and a rollback undoes it.
 */
export async function setNextId(db: Db, { model, id: wanted, rows = 1, isDryRun = false }: NextId): Promise<Restore> {
  const { table, key } = tableOf(model);
  const [column] = key;
  const sequence = `"${table}_${column}_seq"`;
  const position = await db.one<Position>(
    `select now.next, now.is_taken,
       case when not $2::boolean and now.id >= now.next then setval('${sequence}', now.id, false) end as moved
     from (select s.next, taken.is_taken, case when taken.is_taken then $1::int + ${distance} else $1::int end as id
       from (select (last_value + case when is_called then 1 else 0 end)::int as next from ${sequence}) as s,
         (select exists (select 1 from "${table}" where "${column}" between $1::int and $1::int + $3::int - 1) as is_taken) as taken offset 0) as now`,
    [wanted, isDryRun, Math.max(rows, 1)],
  );
  if (!position) return nothing;
  const { next, is_taken } = position;
  const id = is_taken ? wanted + distance : wanted;
  if (id >= next && !isDryRun) return nothing;
  // A row whose id is taken gets the next id of the sequence.
  if (id < next && is_taken) return nothing;
  await db.execute(`alter sequence ${sequence} restart with ${Math.trunc(id)}`);
  return id >= next ? nothing : async () => void (await db.execute(`alter sequence ${sequence} restart with ${next}`));
}
