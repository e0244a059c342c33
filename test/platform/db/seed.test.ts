import { describe, expect, test } from "vitest";
import type { Database } from "../../../src/platform/db/database.js";
import { lockSchema } from "../../../src/platform/db/migrations/migrate.js";
import { readSeeds, seed, type Seeds } from "../../../src/platform/db/migrations/seed.js";
import { engines } from "../../support/engines.js";

describe.for(await engines())("The initial data on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("is the content of a fresh installation", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const { models } = database;
    expect(await models.store.findMany({ select: { id: true, code: true }, orderBy: { id: "asc" } })).toEqual([
      { id: 0, code: "admin" },
      { id: 1, code: "default" },
    ]);
    expect(await models.customerGroup.count()).toBe(4);
    expect(await models.adminRole.findMany()).toEqual([
      { id: 1, name: "Administrators", resources: ["Magento_Backend::all"], price_rights: [] },
    ]);
    expect(await models.attribute.count({ where: { entity_type_id: 4 } })).toBe(61);
    const status = await models.attribute.findFirstOrThrow({ where: { code: "status" }, include: { options: true } });
    expect(status).toMatchObject({ id: 97, default_value: "1", flags: { is_searchable: true } });
    expect(status.options.map(({ value }) => value)).toEqual(["1", "2"]);
    const assigned = await models.attributeSetAttribute.findMany({ where: { attribute_set_id: 4 } });
    expect(assigned).toHaveLength(59);
    expect(assigned.find(({ attribute_id }) => attribute_id === 77)).toMatchObject({ attribute_group_id: 7 });
  });

  on("leaves the next numbers to rows that are created later", async () => {
    await using opened = await engine.open();
    const { models } = opened.database;
    const set = await models.attributeSet.create({ data: { name: "Own", name_key: "own", entity_type_id: 4 } });
    expect(set.id).toBe(9);
    const group = await models.customerGroup.create({ data: { code: "Own", code_key: "own", tax_class_id: 3 } });
    expect(group.id).toBe(4);
    const taxClass = await models.taxClass.create({
      data: { class_name: "Own", class_name_key: "own", class_type: "PRODUCT" },
    });
    expect(taxClass.class_id).toBe(4);
  });

  on("is completed by a later release without undoing changes and deletions", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    await database.execute("delete from customer_group where id = 3");
    await database.execute("update website set name = 'Shop' where id = 1");
    const created = await database.models.customerGroup.create({
      data: { code: "Own", code_key: "own", tax_class_id: 3 },
    });
    const row = { id: 90, code: "Club", code_key: "club", tax_class_id: 3, _remark: "not a column" };
    await plant(database, withRow(readSeeds(), "customer_group", row));
    const groups = await database.query("select id, code from customer_group order by id");
    expect(groups.slice(-3)).toEqual([
      { id: 2, code: "Wholesale" },
      { id: created.id, code: "Own" },
      { id: 90, code: "Club" },
    ]);
    expect(await database.query("select name from website where id = 1")).toEqual([{ name: "Shop" }]);
    const next = await database.models.customerGroup.create({ data: { code: "N", code_key: "n", tax_class_id: 3 } });
    expect(next.id).toBe(91);
  });

  on("needs only one statement once it is complete", async () => {
    const sent: string[] = [];
    await using opened = await engine.open({ onStatement: (text) => sent.push(text) });
    sent.length = 0;
    await opened.database.transaction((db) => seed(db));
    expect(sent.filter((text) => !/^(BEGIN|COMMIT)$/.test(text))).toHaveLength(1);
  });
});

function plant(database: Database, seeds: Seeds): Promise<void> {
  return database.transaction(async (db) => {
    await lockSchema(db);
    await seed(db, seeds);
  });
}

type SeedRow = ReturnType<Seeds["files"]>[number]["rows"][number];

function withRow(seeds: Seeds, table: string, row: SeedRow): Seeds {
  const files = seeds.files().map((file) => (file.table === table ? { ...file, rows: [...file.rows, row] } : file));
  return { files: () => files, version: `${seeds.version} and one more` };
}
