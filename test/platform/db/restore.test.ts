import pg from "pg";
import { describe, expect, it } from "vitest";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";
import { readInstalled, restore } from "../../support/restore-database.js";

type Work = (client: pg.Client) => Promise<unknown>;

const insert = "insert into tax_class (class_name, class_name_key, class_type) values ($1, $1, 'PRODUCT')";

/** Uses a new database, and returns whether it could be restored. Calls `check` only if it could. */
async function isRestoredAfter(use: Work, check: Work = () => Promise.resolve()): Promise<boolean> {
  await using scratch = await scratchDatabase();
  const client = new pg.Client(scratch.url);
  await client.connect();
  try {
    const installed = await readInstalled(client);
    await use(client);
    if (!(await restore(client, installed))) return false;
    await check(client);
    return true;
  } finally {
    await client.end();
  }
}

describe.runIf((await postgresUrl()) !== undefined)("A used test database", () => {
  it("has the rows and sequences of a new one after it is restored", async () => {
    const classes = "select * from tax_class order by class_id";
    let initially: readonly object[] = [];
    const use = async (client: pg.Client) => {
      initially = (await client.query<object>(classes)).rows;
      await client.query(insert, ["new"]);
      await client.query("update tax_class set class_name = 'changed' where class_name <> 'new'");
      await client.query("delete from tax_rule_rate; delete from tax_rate; delete from country_region");
    };
    const check = async (client: pg.Client) => {
      expect((await client.query(classes)).rows).toEqual(initially);
      const regions = await client.query("select 1 from country_region");
      expect(regions.rowCount).toBeGreaterThan(500);
      const next = await client.query(`${insert} returning class_id`, ["next"]);
      expect(next.rows).toEqual([{ class_id: 4 }]);
    };
    expect(await isRestoredAfter(use, check)).toBe(true);
  });

  it.each([
    ["a new table", "create table added (id int)"],
    ["a new column", "alter table tax_class add column added int"],
    ["a disabled trigger", "alter table product_media disable trigger all"],
    ["statistics for the planner", "analyze tax_class"],
    ["a setting", "do $$ begin execute format('alter database %I set work_mem = 64', current_database()); end $$"],
  ])("is not used again with %s", async (_, change) => {
    expect(await isRestoredAfter((client) => client.query(change))).toBe(false);
  });

  it("is not used again after much was written", async () => {
    const fill = `insert into tax_class (class_name, class_name_key, class_type)
      select repeat('x', 200) || i, i::text, 'PRODUCT' from generate_series(1, 30000) i`;
    expect(await isRestoredAfter((client) => client.query(fill))).toBe(false);
  });

  it("is not changed by a client that is still connected", async () => {
    let other: pg.Client | undefined;
    const use = async ({ host, port, user, database }: pg.Client) => {
      other = new pg.Client({ host, port, user: user ?? "", database: database ?? "" });
      other.on("error", () => undefined);
      await other.connect();
    };
    expect(await isRestoredAfter(use)).toBe(true);
    await expect(other?.query(insert, ["late"])).rejects.toThrow();
  });
});
