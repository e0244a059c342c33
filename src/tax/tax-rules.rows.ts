import type { Db } from "../db/database.js";
import { isUniqueViolation } from "../db/sql-errors.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { TaxRule, TaxRuleSearchResults } from "./tax-rules.types.js";

const columns = `t.id, t.code, t.priority, t.position,
  array(select tax_class_id from tax_rule_customer_class where tax_rule_id = t.id order by 1) as customer_tax_class_ids,
  array(select tax_class_id from tax_rule_product_class where tax_rule_id = t.id order by 1) as product_tax_class_ids,
  array(select tax_rate_id from tax_rule_rate where tax_rule_id = t.id order by 1) as tax_rate_ids,
  t.calculate_subtotal`;

const id: SqlField = { sql: "t.id", type: "integer" };
const position: SqlField = { sql: "t.position", type: "integer" };
const customerClass = partField("tax_rule_customer_class", "tax_class_id");
const productClass = partField("tax_rule_product_class", "tax_class_id");
const rate = partField("tax_rule_rate", "tax_rate_id");

/** By the shape's names, and by those that Magento's own tables have, which its clients search by too. */
const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["id", id],
  ["tax_calculation_rule_id", id],
  ["code", { sql: "t.code", type: "text" }],
  ["priority", { sql: "t.priority", type: "integer" }],
  ["position", position],
  ["sort_order", position],
  ["calculate_subtotal", { sql: "t.calculate_subtotal", type: "boolean" }],
  ["customer_tax_class_ids", customerClass],
  ["customer_tax_class_id", customerClass],
  ["product_tax_class_ids", productClass],
  ["product_tax_class_id", productClass],
  ["tax_rate_ids", rate],
  ["tax_calculation_rate_id", rate],
]);

function partField(table: string, column: string): SqlField {
  return {
    sql: `part.${column}`,
    type: "integer",
    exists: (condition) => `exists (select from ${table} part where part.tax_rule_id = t.id and ${condition})`,
  };
}

/** A rule, or undefined where there is none. */
export async function readTaxRule(db: Db, ruleId: number): Promise<TaxRule | undefined> {
  const row = await db.one<TaxRule>(`select ${columns} from tax_rule t where t.id = $1::int`, [ruleId]);
  return row;
}

/** The rules that the criteria ask for. */
export function searchTaxRules(db: Db, searchCriteria: SearchCriteria): Promise<TaxRuleSearchResults> {
  return searchPage<TaxRule>(db, searchCriteria, {
    columns,
    from: "tax_rule t",
    field: (name) => fields.get(name),
    tieBreaker: "t.id",
  });
}

/** What a rule joins. */
export interface RuleParts {
  readonly customerClassIds: readonly number[];
  readonly productClassIds: readonly number[];
  readonly rateIds: readonly number[];
}

/** What there is of the parts of a rule. */
export type KnownParts = RuleParts;

/** Finds the classes and rates that there are, each class of its type, and keeps them until the transaction ends. */
export async function holdParts(db: Db, parts: RuleParts): Promise<KnownParts> {
  const classes = await db.query<{ class_id: number; class_type: string }>(
    `select class_id, class_type from tax_class where class_id = any($1::int[]) order by class_id for key share`,
    [[...parts.customerClassIds, ...parts.productClassIds]],
  );
  const rates = await db.query<{ id: number }>(
    `select id from tax_rate where id = any($1::int[]) order by id for key share`,
    [parts.rateIds],
  );
  const ofType = (type: string) => classes.filter((row) => row.class_type === type).map((row) => row.class_id);
  return {
    customerClassIds: ofType("CUSTOMER"),
    productClassIds: ofType("PRODUCT"),
    rateIds: rates.map((row) => row.id),
  };
}

/** Keeps a rule as it is until the transaction ends. */
export async function lockTaxRule(db: Db, ruleId: number): Promise<void> {
  await db.execute(`select 1 from tax_rule where id = $1::int for update`, [ruleId]);
}

/** What is stored of a rule, apart from its parts. */
export interface TaxRuleValues {
  readonly code: string;
  readonly priority: number;
  readonly position: number;
  readonly calculateSubtotal: boolean;
}

const inserting = `insert into tax_rule (code, priority, position, calculate_subtotal)
  values ($1::text, $2::int, $3::int, $4::boolean) returning id`;
const updating = `update tax_rule set code = $1::text, priority = $2::int, position = $3::int, calculate_subtotal = $4::boolean
  where id = $5::int returning id`;

/** Adds a rule, or changes the one of the id; gives its id, or undefined where the code is taken in any case. */
export async function writeTaxRule(
  db: Db,
  ruleId: number | undefined,
  { code, priority, position, calculateSubtotal }: TaxRuleValues,
): Promise<number | undefined> {
  const values = [code, priority, position, calculateSubtotal];
  try {
    const [row] =
      ruleId === undefined
        ? await db.query<{ id: number }>(inserting, values)
        : await db.query<{ id: number }>(updating, [...values, ruleId]);
    return row?.id;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Puts classes and rates in place of those that a rule has. */
export async function replaceParts(db: Db, ruleId: number, parts: RuleParts): Promise<void> {
  for (const [table, column, ids] of [
    ["tax_rule_customer_class", "tax_class_id", parts.customerClassIds],
    ["tax_rule_product_class", "tax_class_id", parts.productClassIds],
    ["tax_rule_rate", "tax_rate_id", parts.rateIds],
  ] as const) {
    await db.execute(
      `with gone as (delete from ${table} where tax_rule_id = $1::int and ${column} <> all($2::int[]))
       insert into ${table} (tax_rule_id, ${column}) select $1::int, unnest($2::int[]) on conflict do nothing`,
      [ruleId, ids],
    );
  }
}

/** Removes a rule; gives the number of rules removed. */
export const removeTaxRule = (db: Db, ruleId: number): Promise<number> =>
  db.execute(`delete from tax_rule where id = $1::int`, [ruleId]);
