import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tablesUsedIn } from "../support/table-uses.js";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(ending))
    .sort();

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The folder of `src` that owns a table: the name of the file or folder of its model. */
const owners: ReadonlyMap<string, string> = new Map(
  filesBelow("prisma/models", ".prisma").flatMap((name) =>
    [...read(`prisma/models/${name}`).matchAll(/@@map\("(\w+)"\)/g)].map(([, table = ""]) => [table, folderOf(name)]),
  ),
);

/** Returns the folder of a file without its storey: `catalog` for `commerce/catalog/links/x.rows.ts`. */
function folderOf(path: string): string {
  return path.replace(/^(?:platform|api|commerce|extras)\//, "").replace(/[/.].*$/, "");
}

/** Returns uses of other folders' tables, as `file: table`. The folder `db` contains no domain. */
function crossings(): string[] {
  return filesBelow("src", ".ts")
    .filter((name) => !name.startsWith("platform/db/"))
    .flatMap((name) =>
      [...tablesUsedIn(name, read(`src/${name}`))]
        .filter((table) => owners.get(table) !== folderOf(name))
        .sort()
        .map((table) => `${name}: ${table}`),
    );
}

/** Uses that do not go through the owner's `published.ts` or `published.sql.ts` yet. Remove lines; add none. */
const exceptions = `
extras/sampledata/sample-categories.sql.ts: category
extras/sampledata/sample-categories.sql.ts: category_values
extras/sampledata/sample-categories.sql.ts: product_category
extras/sampledata/sample-products.sql.ts: bundle_option
extras/sampledata/sample-products.sql.ts: bundle_selection
extras/sampledata/sample-products.sql.ts: configurable_link
extras/sampledata/sample-products.sql.ts: configurable_option
extras/sampledata/sample-products.sql.ts: downloadable_link
extras/sampledata/sample-products.sql.ts: downloadable_sample
extras/sampledata/sample-products.sql.ts: product
extras/sampledata/sample-products.sql.ts: product_url_key
extras/sampledata/sample-products.sql.ts: product_values
extras/sampledata/sample-products.sql.ts: product_website
extras/sampledata/sample-stores.sql.ts: attribute
extras/sampledata/sample-stores.sql.ts: attribute_group
extras/sampledata/sample-stores.sql.ts: attribute_option
extras/sampledata/sample-stores.sql.ts: attribute_set_attribute
extras/sampledata/sample-stores.sql.ts: config_value
extras/sampledata/sample-stores.sql.ts: customer_group
extras/sampledata/sample-stores.sql.ts: entity_type
extras/sampledata/sample-stores.sql.ts: store
extras/sampledata/sample-stores.sql.ts: store_group
extras/sampledata/sample-stores.sql.ts: tax_class
extras/sampledata/sample-stores.sql.ts: website
`;

describe("tables", () => {
  it("belong to one folder of the source each", () => {
    const storeys = ["platform", "api", "commerce", "extras"];
    const folders = new Set(storeys.flatMap((storey) => readdirSync(join(root, "src", storey))));
    expect([...new Set(owners.values())].filter((owner) => !folders.has(owner))).toEqual([]);
    expect(owners.size).toBeGreaterThan(60);
  });

  it("are used only by their owner, except for the listed cases", () => {
    expect(crossings().join("\n")).toBe(exceptions.trim());
  });
});

describe("the search for tables in source files", () => {
  const found = (text: string, path = "x.sql.ts") => [...tablesUsedIn(path, text)].sort();

  it("finds the tables of a statement after every keyword and in every part of a template", () => {
    expect(found("db.query(`select 1 from store s join product_website w on true where s.id = ${id}`)")).toEqual([
      "product_website",
      "store",
    ]);
    expect(
      found("const t = `with x as (delete from customer where id = ${a}) insert into mail select ${b} from x`"),
    ).toEqual(["customer", "mail"]);
    expect(found('const t = "insert into website (code) select code from bulk_queue (q)"')).toEqual([
      "bulk_queue",
      "website",
    ]);
    expect(found('const t = "select 1 from stock_item, website w"')).toEqual(["stock_item", "website"]);
  });

  it("finds tables in fragments of statements", () => {
    expect(found('const t = "product p left join product_price g on true"')).toEqual(["product", "product_price"]);
    expect(found('insert(db, "product_values")')).toEqual(["product_values"]);
    expect(found("const t = `left join product_price gp on true`", "conditions.ts")).toEqual(["product_price"]);
    expect(found("const t = `select ${x} end from product p`", "conditions.ts")).toEqual(["product"]);
  });

  it("ignores prose and names of fields and columns", () => {
    expect(found('throw new Error("The product that was requested is not in the store.")', "rules.ts")).toEqual([]);
    expect(found('const t = "Removes a price from product pages."', "rules.ts")).toEqual([]);
    expect(found('const has = extension.has("stock_item")', "output.ts")).toEqual([]);
    expect(found("const t = `select p.product, store.id from ${websites} as store`")).toEqual([]);
    expect(found("const t = `select g.code as customer_group, l.bulk_operation from ${links} as l`")).toEqual([]);
  });

  it("finds the models of a query, and those that it reaches by relations", () => {
    expect(found("db.models.taxRule.findMany({ where: { id } })", "x.rows.ts")).toEqual(["tax_rule"]);
    expect(
      found(
        "await tx.models.product.findMany({ include: { prices: true, attribute_set: { include: { groups: true } } } })",
      ),
    ).toEqual(["attribute_group", "attribute_set", "product", "product_price"]);
    expect(found('await lock(ctx.db, "customerGroup", { id: ids, for: "share" })')).toEqual(["customer_group"]);
  });
});
