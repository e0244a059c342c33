// SQL: measured by `import-orders`: one statement instead of one for each table.
import { batched } from "../../platform/db/batched.js";

/**
 * Returns the names of a store view's website, of its store and of the store view itself, one a line; undefined for an
 * unknown one.
 */
export const readStoreName = batched<number, string | undefined>({
  groupBy: () => "",
  load: async (db, ids) => {
    const views = await db.query<{ id: number; name: string }>(
      `select s.id, concat_ws(e'\\n', w.name, g.name, s.name) as name
       from store s join store_group g on g.id = s.store_group_id join website w on w.id = s.website_id
       where s.id = any($1::int[])`,
      [ids],
    );
    const names = new Map(views.map(({ id, name }) => [id, name]));
    return ids.map((id) => names.get(id));
  },
});
