import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { startMetrics } from "../../../src/api/metrics/metrics.js";
import { createServices } from "../../../src/services.js";
import { useApp } from "../../support/app.js";

const root = fileURLToPath(new URL("../../../src", import.meta.url));

const { app, admin } = useApp();

/** Returns the last values of the sequences whose numbers have four bytes. */
const smallSequences = () =>
  app.db.query(
    "select sequencename::text as name, last_value from pg_sequences where data_type = 'integer'::regtype order by 1",
  );

describe("sequences of four bytes", () => {
  it("give no number when stock and prices of existing products are written", async () => {
    const sku = "drawn";
    const product = { sku, name: "Drawn", attribute_set_id: 4, type_id: "simple", price: 5 };
    await admin.post("/V1/products", { product });
    const write = async (value: number) => {
      const sourceItems = [{ sku, source_code: "default", quantity: value, status: 1 }];
      const prices = [{ sku, price: value, store_id: 0 }];
      const tier = { sku, price: value, price_type: "fixed", website_id: 0, customer_group: "ALL GROUPS", quantity: 5 };
      const replies = [
        await admin.post("/V1/inventory/source-items", { sourceItems }),
        await admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: value + 1, is_in_stock: true } }),
        await admin.post("/V1/products/base-prices", { prices }),
        await admin.post("/V1/products/tier-prices", { prices: [tier] }),
        await admin.put(`/V1/products/${sku}`, { product: { sku, price: value + 2 } }),
        await admin.post("/V1/inventory/low-quantity-notification", {
          sourceItemConfigurations: [{ sku, source_code: "default", notify_stock_qty: value }],
        }),
      ];
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    };
    await write(1);
    const before = await smallSequences();
    await write(2);
    await write(3);
    expect(await smallSequences()).toEqual(before);
  });

  it("belong to no table that is written with `on conflict` again and again", async () => {
    const owners = await app.db.query<{ table: string }>(
      `select t.relname::text as table from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid join pg_sequence q on q.seqrelid = s.oid
       where s.relkind = 'S' and q.seqtypid = 'integer'::regtype`,
    );
    const numbered = new Set(owners.map(({ table }) => table));
    const found = upserts().filter(({ table, text }) => numbered.has(table) && !rare.has(table) && !keepsIds(text));
    expect(found).toEqual([]);
  });
});

/** Tables whose rows exist already only by accident or once: an equal random code, a concurrent call, sample data. */
const rare = new Set([
  ...["product", "coupon", "gift_card_code", "stock_item", "balance_account", "inventory_stock_source_link"],
  ...["website", "store_group", "store", "customer_group", "attribute", "attribute_set_attribute"],
]);

/** Whether a statement names the id of each row, which it read or drew before. */
const keepsIds = (text: string) => /\((?:option_id|option_type_id|selection_id|item_id|id), /.test(text);

/** Returns the statements of the source that insert rows unless they exist, and their tables. */
function upserts() {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) =>
    [...readFileSync(join(root, name), "utf8").matchAll(/insert into (\w+)(?:(?!insert into)[^;])*?on conflict/g)].map(
      ([text, table = ""]) => ({ table, text }),
    ),
  );
}

describe("a sequence that runs out", () => {
  it("is named by the health check, the log and the metrics from 70 percent on", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const services = createServices(app.config, app.db, log);
    const metrics = await startMetrics(services);
    const check = async (lastValue: number) => {
      await app.db.query("select setval('cart_id_seq', $1)", [lastValue]);
      services.sequences.wake();
      const ratio = lastValue / (2 ** 31 - 1);
      await expect.poll(() => services.sequences.fullest).toBeCloseTo(ratio, 5);
      expect(
        (await metrics.text()).includes(`portico_database_sequence_used_ratio ${services.sequences.fullest}`),
      ).toBe(true);
    };
    services.sequences.start();
    await check(1_400_000_000);
    expect((await services.health()).checks.sequences).toBeUndefined();
    expect(lines).toEqual([]);
    await check(1_610_612_736);
    expect(await services.health()).toMatchObject({
      status: "warn",
      checks: { sequences: { status: "warn", usedPercent: { cart_id_seq: 75 } } },
    });
    expect(lines.join("")).toMatch(/"sequence":"cart_id_seq","usedPercent":75,"msg":"a sequence is running out/);
    await services.sequences.stop();
  });

  it("is an error of the server, not of the caller", async () => {
    await app.db.query("select setval('customer_group_id_seq', 2147483647)");
    const reply = await admin.post("/V1/customerGroups", { group: { code: "No number", tax_class_id: 3 } });
    expect(reply.status).toBe(500);
  });
});
