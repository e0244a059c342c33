import type { Db } from "../../db/database.js";
import { claimed, type ClaimedOperation, type OperationKey } from "./operations.sql.js";

/** An operation that has to wait, and the earliest open one about the same that is not held. */
export interface Obstacle extends OperationKey {
  readonly seq: number;
  readonly blocks: number;
}

/** Finds, for each held operation, the earliest open one about the same that was accepted before it and is not held. */
export function findObstacles(db: Db, held: readonly ClaimedOperation[]): Promise<Obstacle[]> {
  return db.query<Obstacle>(
    `with held as (select * from unnest($1::bigint[], $2::text[], $3::text[]) as held(seq, kind, key))
     select held.seq as blocks, e.seq, e.bulk_uuid as bulk, e.operation_id as id
     from (select kind, key, max(seq) as last from held group by kind, key) entity
     cross join lateral (
       (select q.seq, q.bulk_uuid, q.operation_id from bulk_queue q
        where q.entity_kind = entity.kind and q.entity_key = entity.key and q.seq < entity.last and q.seq <> all($1::bigint[])
        order by q.seq limit 1)
       union all
       (select q.seq, q.bulk_uuid, q.operation_id from bulk_queue q
        where q.entity_kind = entity.kind and q.entity_key = '*' and q.seq < entity.last and q.seq <> all($1::bigint[])
        order by q.seq limit 1)
       union all
       (select q.seq, q.bulk_uuid, q.operation_id from bulk_queue q
        where entity.key = '*' and q.entity_kind = entity.kind and q.seq < entity.last and q.seq <> all($1::bigint[])
        order by q.seq limit 1)
       order by seq limit 1
     ) e
     join held on held.kind = entity.kind and held.key = entity.key and held.seq > e.seq`,
    [held.map(({ seq }) => seq), held.map(({ kind }) => kind), held.map(({ key }) => key)],
  );
}

/**
 * Claims obstacles together with what follows them about the same, up to the last held operation: where the messages of many
 * earlier operations are still to come, one at a time would take for ever.
 */
export function claimObstacles(
  db: Db,
  { obstacles, held, limit }: { obstacles: readonly Obstacle[]; held: readonly ClaimedOperation[]; limit: number },
): Promise<ClaimedOperation[]> {
  return db.query<ClaimedOperation>(
    `${claimed}
     where q.seq in (
       select next.seq
       from bulk_queue first
       cross join lateral (
         select n.seq from bulk_queue n
         where n.entity_kind = first.entity_kind and n.entity_key = first.entity_key
           and n.seq >= first.seq and n.seq < $2::bigint and n.seq <> all($3::bigint[])
         order by n.seq limit $4::int
       ) next
       where first.seq = any($1::bigint[])
       order by next.seq limit $4::int
     )
     order by q.seq
     for update of q skip locked`,
    [
      [...new Set(obstacles.map(({ seq }) => seq))],
      Math.max(...held.map(({ seq }) => seq)),
      held.map(({ seq }) => seq),
      limit,
    ],
  );
}
