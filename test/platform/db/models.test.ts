import { describe, expect, expectTypeOf, test } from "vitest";
import type { Database } from "../../../src/platform/db/database.js";
import { tables } from "../../../src/platform/db/generated/tables.js";
import { type ModelName, type Row, tableOf } from "../../../src/platform/db/models.js";
import { engines } from "../../support/engines.js";

const modelNames = Object.keys(tables) as ModelName[];
const moment = "2024-02-29 23:59:58.123";

describe.for(await engines())("Models on $name", (engine) => {
  const on = engine.skipped ? test.skip : test;

  on("return every column of every table as SQL does", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    await writeEveryKind(database);
    const filled: ModelName[] = [];
    for (const model of modelNames) {
      const { table, key } = tableOf(model);
      const order = key.map((column) => `"${column}"`).join(", ");
      const bySql = await database.query(`select * from "${table}" order by ${order}`);
      const delegate = database.models[model] as { findMany(query: object): Promise<object[]> };
      const byModel = await delegate.findMany({ orderBy: key.map((column) => ({ [column]: "asc" })) });
      expect(byModel.map(plain), model).toEqual(bySql.map(plain));
      if (bySql.length > 0) filled.push(model);
    }
    expect(kindsOf(filled)).toEqual(kindsOf(modelNames));
  });

  on("return related rows as SQL does", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const { customerId } = await writeEveryKind(database);
    const customer = await database.models.customer.findUniqueOrThrow({
      where: { id: customerId },
      include: { group: true, addresses: { orderBy: { id: "asc" } } },
    });
    const { group, addresses, ...own } = customer;
    expect([own]).toEqual(await database.query("select * from customer where id = $1", [customerId]));
    expect([group]).toEqual(await database.query("select * from customer_group where id = $1", [customer.group_id]));
    expect(addresses).toEqual(await database.query("select * from customer_address order by id"));
    const options = await database.models.product.findFirstOrThrow({
      select: { options: { include: { values: true } } },
    });
    expect(options).toMatchObject({
      options: [{ price: "1.500000", values: [{ price: null }, { price: "0.000001" }] }],
    });
  });

  on("stay in their own transaction while concurrent calls begin and end", async () => {
    await using opened = await engine.open();
    const { database } = opened;
    const before = await database.models.taxClass.count();
    const inside: number[] = [];
    const undone = database.transaction(async (tx) => {
      for (let round = 1; round <= 20; round += 1) {
        const name = `class ${round}`;
        await tx.models.taxClass.create({
          data: { class_name: name, class_name_key: name, class_type: "PRODUCT" },
        });
        inside.push((await tx.models.taxClass.count()) - before);
      }
      throw new Error("undone");
    });
    const outside = Array.from({ length: 20 }, () => database.models.taxClass.count());
    await expect(undone).rejects.toThrow("undone");
    expect(inside).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(await Promise.all(outside))).toEqual(new Set([before]));
  });

  on("write text as SQL does, and find rows by it", async () => {
    await using opened = await engine.open();
    const { taxRate, auditEvent, customer } = opened.database.models;
    await taxRate.update({ where: { id: 1 }, data: { rate: "99999999.99995e-4" } });
    expect(await taxRate.findMany({ where: { rate: { gte: "10" } }, select: { rate: true } })).toEqual([
      { rate: "10000.0000" },
    ]);
    expect(await taxRate.count({ where: { rate: { in: ["10000", "8.375"] } } })).toBe(2);
    const { id, at } = await auditEvent.create({ data: { event: "test", at: `${moment}+02` } });
    expect([id, at]).toEqual([1, "2024-02-29 21:59:58.123+00"]);
    expect(await auditEvent.count({ where: { at, id: { lte: Number.MAX_SAFE_INTEGER } } })).toBe(1);
    expect(await auditEvent.count({ where: { at: { lt: at } } })).toBe(0);
    const { customerId } = await writeEveryKind(opened.database);
    const birthday = { id: customerId, dob: { gt: "1999-12-30", lt: "2000-01-01" } };
    expect(await customer.count({ where: birthday })).toBe(1);
  });

  on("leave default values and generated ids to the database", async () => {
    await using opened = await engine.open();
    const { bulkConsumer, stockItem, productOption } = opened.database.models;
    const { productId } = await writeEveryKind(opened.database);
    const consumer = await bulkConsumer.create({ data: { id: crypto.randomUUID(), host: "here", pid: 1 } });
    const { now } = (await opened.database.one<{ now: string }>("select now()::timestamptz(3) as now")) ?? { now: "" };
    expect(consumer).toMatchObject({ ended: 0, retired_at: null });
    expect(consumer.started_at <= now && consumer.started_at > moment).toBe(true);
    expect(await stockItem.findUnique({ where: { product_id: productId } })).toMatchObject({
      max_sale_qty: "10000.0000",
    });
    const { option_id } = await productOption.create({ data: { product_id: productId, type: "field", title: "" } });
    expect(option_id).toBeGreaterThan(1);
  });
});

test("The types of models' values match the text and numbers that models return", () => {
  expectTypeOf<Row<"taxRate">["rate"]>().toEqualTypeOf<string>();
  expectTypeOf<Row<"customer">["dob"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<"customer">["created_at"]>().toEqualTypeOf<string>();
  expectTypeOf<Row<"auditEvent">["id"]>().toEqualTypeOf<number>();
  expectTypeOf<Row<"customerAddress">["street"]>().toEqualTypeOf<string[]>();
});

/** Bytes come as a `Buffer` from SQL, and as the plain array that it extends from models. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : (value as unknown)]),
  );

/** The kinds of columns that these models have. */
const kindsOf = (models: readonly ModelName[]) =>
  [
    ...new Set(
      models.flatMap((model) =>
        Object.values(tableOf(model).columns).map(({ type, isList }) => `${type}${isList ? "[]" : ""}`),
      ),
    ),
  ].sort();

/** Writes rows with every kind of column: with a value and with null, at the limits of the columns. */
async function writeEveryKind({ models }: Database): Promise<{ customerId: number; productId: number }> {
  const { id: customerId } = await models.customer.create({
    data: {
      website_id: 1,
      store_id: 1,
      group_id: 1,
      email: "A@example.com",
      email_key: "a@example.com",
      firstname: "A",
      lastname: "B",
      dob: "1999-12-31",
      reset_token_created_at: `${moment}+00`,
      custom_values: { amount: 1.5, list: [null, "ä"], none: null },
      created_at: "2024-02-29 23:59:58",
      addresses: {
        create: [
          { firstname: "A", lastname: "B", street: ["Line, 1", 'Line "2"'], custom_values: {} },
          { firstname: "C", lastname: "D", street: [], company: null, custom_values: [] },
        ],
      },
    },
  });
  const { id: productId } = await models.product.create({
    data: {
      sku: "Kinds",
      sku_key: "kinds",
      type_id: "configurable",
      attribute_set: { connect: { id: 4 } },
      stock_item: { create: { qty: "-0.0001" } },
      options: {
        create: {
          type: "drop_down",
          title: "Option",
          price: "1.5",
          values: { create: [{ title: "Free" }, { title: "Cheap", price: "0.000001" }] },
        },
      },
    },
  });
  const { id: attributeId } = await models.attribute.findFirstOrThrow({ select: { id: true } });
  await models.configurableOption.create({
    data: { product_id: productId, attribute_id: attributeId, label: "", value_indexes: [2147483647, -1] },
  });
  await models.priceChangeBlock.create({
    data: {
      set_id: Number.MAX_SAFE_INTEGER,
      seq: 0,
      changed_at: `${moment}+00`,
      kind: "special",
      product_ids: [productId],
      skus: ["Kinds, {}"],
      old_prices: ["-0.000001", "99999999999999.999999"],
      old_starts: ["2024-02-29 23:59:58"],
      ...{ store_ids: [0, -1], website_ids: [], customer_group_ids: [], quantities: ["0.0001"] },
      ...{ old_types: [], old_ends: [], new_prices: [], new_types: ["fixed"], new_starts: [], new_ends: [] },
    },
  });
  const { id: importId } = await models.priceImport.create({
    data: { id: crypto.randomUUID(), policy: "skip-failed", format: "csv", columns: ["sku"], delimiter: "," },
  });
  await models.priceImportPart.create({
    data: {
      ...{ import_id: importId, part: 0, first_line: 2, rows: 2 },
      ...{ price_keys: [2 ** 48 - 1, Number.MAX_SAFE_INTEGER], price_rows: [0, 1] },
    },
  });
  await models.oauthNonce.create({ data: { integration_id: 1, nonce: "n", timestamp: Number.MAX_SAFE_INTEGER } });
  await models.accessToken.create({
    data: { token_hash: new Uint8Array([0, 127, 255]), user_type: 1, user_id: 1, expires_at: "infinity" },
  });
  await models.bulkConsumer.create({ data: { id: crypto.randomUUID(), host: "h", pid: 1, ended: 2 ** 40 } });
  return { customerId, productId };
}
