import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  compatibilityMarkOf,
  isCompatible,
  lastUnruled as baseline,
} from "../../../src/platform/db/migrations/compatibility.js";
import { incompatibleSteps } from "../../support/migration-rules.js";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const releases = [...read("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, release = ""]) => release);
const migrations = read("schema/migrations.txt")
  .trimEnd()
  .split("\n")
  .map((line) => line.split(" ")[0] ?? "");

it("every migration after the baseline only expands the schema, or is a contract step and says so", () => {
  expect(migrations).toContain(baseline);
  const later = migrations.slice(migrations.indexOf(baseline) + 1);
  const faults = later.flatMap((name) =>
    incompatibleSteps(read(`prisma/migrations/${name}/migration.sql`), releases).map((fault) => `${name} ${fault}`),
  );
  expect(faults).toEqual([]);
});

it("finds what earlier migrations did that a previous release could not have worked with", () => {
  const earlier = migrations.slice(0, migrations.indexOf(baseline));
  const faulty = earlier.filter(
    (name) => incompatibleSteps(read(`prisma/migrations/${name}/migration.sql`), releases).length > 0,
  );
  expect(faulty.length).toBeGreaterThan(5);
});

it.each([
  ['ALTER TABLE "cart" DROP COLUMN IF EXISTS "mask";', "drops a column"],
  ["alter table cart drop mask", "drops a column"],
  ["DROP TABLE cart", "drops an object"],
  ["do $$ begin drop view prices; end $$", "drops an object"],
  ["alter table cart alter mask drop default", "drops a default"],
  ["ALTER TABLE cart\n  RENAME COLUMN mask TO code", "renames a table, a column or a value"],
  ["alter table cart rename to quote", "renames a table, a column or a value"],
  ["alter type kind rename value 'a' to 'b'", "renames a table, a column or a value"],
  ['ALTER TABLE "cart" ALTER COLUMN "mask" SET DATA TYPE text', "changes the type of a column"],
  ["alter table cart alter mask type text", "changes the type of a column"],
  ["alter table cart alter column mask set not null", "makes a column required"],
  ["alter table cart add column code text not null", "adds a required column without a default"],
  ["alter table cart add a text not null default '', add b text not null", "adds a required column without a default"],
  ["create unique index if not exists cart_mask on cart (mask)", "adds a constraint to an existing table"],
  ["alter table cart add constraint cart_mask_key unique (mask)", "adds a constraint to an existing table"],
  [
    "alter table cart add constraint cart_fk foreign key (id) references shop (id)",
    "adds a constraint to an existing table",
  ],
  ["alter table cart add column code text unique", "adds a constraint to an existing table"],
  ["delete from cart where mask is null", "deletes rows"],
])("refuses `%s`", (sql, what) => {
  expect(incompatibleSteps(sql, releases).map((fault) => fault.split(":")[0])).toContain(what);
});

it.each([
  'ALTER TABLE "cart" ADD COLUMN IF NOT EXISTS "code" TEXT',
  "alter table cart add column code text not null default ''",
  "alter table cart add column size int not null generated always as (length(mask)) stored",
  "alter table cart alter column mask drop not null, drop constraint cart_mask_check",
  "create index if not exists cart_mask on cart (mask)",
  "create table if not exists note (id int primary key, code text not null unique); create unique index note_code on note (code)",
  "update cart set mask = 'x' where mask is null",
  "alter index cart_mask rename to cart_mask_idx; drop index cart_other",
  "-- drop table cart\nselect 1",
])("accepts `%s`", (sql) => {
  expect(incompatibleSteps(sql, releases)).toEqual([]);
});

it("accepts a contract step that names an existing release, and no other one", () => {
  const step = (release: string) => `-- Contract: unused since ${release}\nalter table cart drop column mask;`;
  expect(releases.length).toBeGreaterThan(0);
  expect(incompatibleSteps(step(releases[0] ?? ""), releases)).toEqual([]);
  expect(incompatibleSteps(step("99.0.0"), releases)).toHaveLength(2);
});

it("stores what an older release must know of a migration", () => {
  const markOf = (sql: string) => compatibilityMarkOf({ name: "0099_later", sql });
  expect(compatibilityMarkOf({ name: baseline, sql: "select 1" })).toBeNull();
  expect(isCompatible(null)).toBe(false);
  expect(isCompatible(markOf("alter table cart add code text"), "0.1.0")).toBe(true);
  const contract = markOf("-- Contract: unused since 1.10.0\nalter table cart drop mask");
  const works = ["1.9.9", "1.10.0", "1.10.1-next", "2.0.0"].map((release) => isCompatible(contract, release));
  expect(works).toEqual([false, true, true, true]);
  expect(isCompatible("a log of prisma migrate")).toBe(false);
});
