import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { FileReader, type ReadOptions } from "../../../src/extras/prices/files/reading/read-parts.js";
import type { FileRow } from "../../../src/extras/prices/files/rows/file-row.js";
import { parseRows } from "../../../src/extras/prices/files/rows/parse-rows.js";
import { ShopWords } from "../../../src/extras/prices/files/values/shop-words.js";
import { Settings } from "../../../src/commerce/store/published.js";
import { useApp } from "../../support/app.js";
import { csvOf, gzip, latin1, type Table, utf16, workbookOf } from "./file-writers.js";
import { priceFileCalls, type PriceFileCalls } from "./price-file-calls.js";
import { addProducts } from "../../commerce/pricing/support.js";

const words = new ShopWords(
  [
    { kind: "store", id: 0, code: "admin", name: "Admin", website_id: 0 },
    { kind: "website", id: 0, code: "admin", name: "Admin", website_id: 0 },
  ],
  new Settings([]),
);

const options: ReadOptions = {
  kind: undefined,
  decimal: undefined,
  emptyDeletes: false,
  charset: undefined,
  sheet: undefined,
  headerLine: undefined,
  choice: { fields: new Map(), ignoresOthers: false },
  currency: "USD",
};

/** Reads the rows of a file as an import does. */
async function rowsOf(file: string | Buffer, given: Partial<ReadOptions> = {}): Promise<FileRow[]> {
  const chunks = (async function* () {
    yield Buffer.from(file);
  })();
  const reader = new FileReader({ chunks, isGzip: false, format: undefined, limit: 1 << 30 }, { ...options, ...given });
  const parts = [];
  for await (const part of reader.parts()) parts.push(part);
  return parts.flatMap((part) => parseRows(part, reader.format, words));
}

const amount = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, "0")}`.replace(/\.?0+$/, ""));

/** Writes an amount as a locale does. */
function local(text: string, decimal: "." | ",", group: string): string {
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

const locales = fc.constantFrom<readonly [".", string] | readonly [",", string]>(
  [".", ""],
  [".", ","],
  [".", "'"],
  [",", ""],
  [",", "."],
  [",", "\u00a0"],
);

const encoders: readonly (readonly [Partial<ReadOptions>, (text: string) => string | Buffer])[] = [
  [{}, (text) => text],
  [{}, (text) => `\ufeff${text}`],
  [{}, utf16],
  [{}, gzip],
  [{ charset: "iso-8859-1" }, latin1],
  [{}, (text) => `Preise vom 1. Mai\n\n${text}`],
];

it("reads any list of prices as the same amounts, whatever its separator, encoding and locale, or refuses it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        amounts: fc.array(amount, { minLength: 1, maxLength: 12 }),
        locale: locales,
        delimiter: fc.constantFrom(",", ";", "\t", "|"),
        encoder: fc.constantFrom(...encoders),
        isSaid: fc.boolean(),
      }),
      async ({ amounts, locale: [decimal, group], delimiter, encoder: [given, encode], isSaid }) => {
        const table: Table = [
          ["sku", "price"],
          ...amounts.map((text, index) => [`P-${index}`, local(text, decimal, group)]),
        ];
        const file = encode(csvOf(table, delimiter));
        const said = isSaid ? { ...given, decimal } : given;
        const rows = await rowsOf(file, said).catch((error: unknown) => String((error as Error).message));
        if (typeof rows === "string") {
          expect([isSaid, rows]).toEqual([false, expect.stringContaining("can mean")]);
          return;
        }
        expect(rows.map(({ price }) => Number(price))).toEqual(amounts.map(Number));
        expect(rows.map(({ failure }) => failure)).toEqual(amounts.map(() => undefined));
      },
    ),
    { numRuns: 400 },
  );
});

it("reads any list of prices as the same amounts from workbooks, JSON arrays and NDJSON", async () => {
  const objects = (amounts: readonly string[]) =>
    amounts.map((price, index) => ({ kind: "base", sku: `P-${index}`, price }));
  const header = ["kind", "sku", "store_id", "website_id", "customer_group", "quantity", "price"];
  const writers: readonly ((amounts: readonly string[]) => Promise<string | Buffer> | string | Buffer)[] = [
    (amounts) => JSON.stringify(objects(amounts)),
    (amounts) =>
      objects(amounts)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    (amounts) =>
      `[\n${objects(amounts)
        .map(({ sku, price }) => `{"sku": "${sku}",\n "price": ${price}}`)
        .join(",\n")}\n]`,
    (amounts) => workbookOf([header, ...amounts.map((price, index) => ["base", `P-${index}`, "", "", "", "", price])]),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...writers),
      async (amounts, write) => {
        const rows = await rowsOf(await write(amounts));
        expect(rows.map(({ price }) => Number(price))).toEqual(amounts.map(Number));
      },
    ),
    { numRuns: 200 },
  );
});

/** The texts that are prices in a reading: digits, groups of three of them, and one decimal separator. */
const isPrice = (text: string, decimal: "." | ",") => {
  const money = text.trim().replace(/^(?:USD\.?|\$)\s*|\s*(?:USD\.?|\$)$/giu, "");
  const [whole = "", fraction, ...more] = money.split(decimal);
  const groups = whole.split(/[,.\s\u00a0\u202f'’]/);
  const isWhole =
    /^\d*$/.test(whole) ||
    (groups.length > 1 && groups.every((digits, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits)));
  return more.length === 0 && isWhole && /^\d*$/.test(fraction ?? "") && /\d/.test(money);
};

const messy = fc.oneof(
  amount,
  fc.string({ unit: fc.constantFrom(..."0123456789.,+-eE%$€ '’xUSD\u00a0"), maxLength: 12 }),
  fc.constantFrom(
    "+5",
    "-5",
    "1e3",
    "90%",
    "1.234,50",
    "1,234.50",
    "12,99",
    "12.99 USD",
    "12,99 €",
    "auf Anfrage",
    "1.2.3",
    "4.00638E+12",
    "5$.",
  ),
);

it("never takes a cell that is not a price in the chosen reading for one", async () => {
  await fc.assert(
    fc.asyncProperty(messy, fc.constantFrom("." as const, "," as const), async (cell, decimal) => {
      const [row] = await rowsOf(
        csvOf(
          [
            ["sku", "price"],
            ["P-1", cell],
          ],
          ";",
        ),
        { decimal },
      );
      if (typeof row?.price === "string" && row.failure === undefined)
        expect([cell, isPrice(cell, decimal)]).toEqual([cell, true]);
    }),
    { numRuns: 2000 },
  );
});

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let calls: PriceFileCalls;

beforeAll(async () => {
  await addProducts(app.db, [{ sku: "one" }, { sku: "two" }, { sku: "set", type: "configurable" }]);
  calls = priceFileCalls(await app.asAdmin(["Portico_Prices::files"]));
});

it("changes nothing when failed rows are sent again unchanged", async () => {
  const cell = fc.oneof(messy, fc.constantFrom("", " ", "DELETE", "5", "7.5"));
  const row = fc.record({
    kind: fc.constantFrom("base", "special", "cost", "tier", "", "Basis"),
    sku: fc.constantFrom("one", "TWO", "set", "none", ""),
    group: fc.constantFrom("", "General", "ALL GROUPS", "x"),
    quantity: fc.constantFrom("", "2", "x"),
    price: cell,
    price_to: fc.constantFrom("", "2035-01-31", "31.01.2035"),
    surplus: fc.array(fc.constantFrom("", "5"), { maxLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const cells = rows.map(({ kind, sku, group, quantity, price, price_to, surplus }) => [
        ...[kind, sku, group, quantity, price, price_to, ...surplus],
      ]);
      const header = ["kind", "sku", "customer_group", "quantity", "price", "price_to"];
      const found = await calls.importFile(csvOf([header, ...cells], ";"), { query: "?decimal=." });
      if (found.failed === 0) return;
      const failed = await calls.rows("failed-rows", found.bulk_uuid as string);
      const again = await calls.preview(failed, { query: "?decimal=." });
      expect([failed, again.body]).toMatchObject([failed, { written: 0, deleted: 0, failed: found.failed as number }]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
