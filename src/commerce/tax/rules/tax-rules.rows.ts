import type { Db } from "../../../platform/db/database.js";
import type { Prisma } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { TaxRule, type TaxRuleSearchResults } from "./tax-rules.types.js";

/** The classes and rates of a rule. */
const parts = {
  customer_classes: { orderBy: { tax_class_id: "asc" } },
  product_classes: { orderBy: { tax_class_id: "asc" } },
  rates: { orderBy: { tax_rate_id: "asc" } },
} satisfies Prisma.TaxRuleInclude;

type RuleRow = Prisma.TaxRuleGetPayload<{ include: typeof parts }>;

/** The names of the shape, and those of Magento's tables and joins, which clients search by too. */
const fields = modelFields("taxRule", TaxRule, {
  tax_calculation_rule_id: "id",
  sort_order: "position",
  customer_tax_class_ids: "customer_classes.tax_class_id",
  customer_tax_class_id: "customer_classes.tax_class_id",
  product_tax_class_ids: "product_classes.tax_class_id",
  product_tax_class_id: "product_classes.tax_class_id",
  tax_rate_ids: "rates.tax_rate_id",
  tax_calculation_rate_id: "rates.tax_rate_id",
  "rate.tax_calculation_rate_id": "rates.tax_rate_id",
  "cd.customer_tax_class_id": "customer_classes.tax_class_id",
  "cd.product_tax_class_id": "product_classes.tax_class_id",
});

/** A rule with the ids of its classes and rates. */
export type StoredTaxRule = ReturnType<typeof toRule>;

/** Returns a rule, or undefined. */
export async function readTaxRule(db: Db, id: number): Promise<StoredTaxRule | undefined> {
  const row = await db.models.taxRule.findUnique({ where: { id }, include: parts });
  return row ? toRule(row) : undefined;
}

/** Returns the rules that match the criteria. */
export async function searchTaxRules(db: Db, searchCriteria: SearchCriteria): Promise<TaxRuleSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.taxRule.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map(toRule) };
}

/** The writable columns of a rule. */
export type TaxRuleData = Omit<Prisma.TaxRuleCreateManyInput, "id">;

/** Inserts a rule and returns its id, or undefined if the code is taken. */
export async function insertTaxRule(db: Db, data: TaxRuleData): Promise<number | undefined> {
  const [row] = await db.models.taxRule.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
  return row?.id;
}

/** Updates a rule and returns its id, or undefined if another rule has the code. */
export async function updateTaxRule(db: Db, id: number, data: TaxRuleData): Promise<number | undefined> {
  const holder = await db.models.taxRule.findUnique({ where: { code_key: data.code_key }, select: { id: true } });
  if (holder && holder.id !== id) return undefined;
  await db.models.taxRule.update({ where: { id }, data });
  return id;
}

/** The ids of the classes and rates of a rule. */
export type RuleParts = Pick<StoredTaxRule, "customer_tax_class_ids" | "product_tax_class_ids" | "tax_rate_ids">;

/** Replaces the classes and rates of a rule, and returns the rule as stored. */
export async function replaceParts(db: Db, id: number, given: RuleParts): Promise<StoredTaxRule> {
  const { customer_tax_class_ids, product_tax_class_ids, tax_rate_ids } = given;
  const row = await db.models.taxRule.update({
    where: { id },
    data: {
      customer_classes: replacedClasses(customer_tax_class_ids),
      product_classes: replacedClasses(product_tax_class_ids),
      rates: {
        deleteMany: { tax_rate_id: { notIn: tax_rate_ids } },
        createMany: { data: tax_rate_ids.map((tax_rate_id) => ({ tax_rate_id })), skipDuplicates: true },
      },
    },
    include: parts,
  });
  return toRule(row);
}

const replacedClasses = (ids: number[]) => ({
  deleteMany: { tax_class_id: { notIn: ids } },
  createMany: { data: ids.map((tax_class_id) => ({ tax_class_id })), skipDuplicates: true },
});

/** Deletes a rule and returns whether it existed. */
export const deleteRuleRow = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.taxRule.deleteMany({ where: { id } })).count > 0;

const toRule = ({ code_key: _key, customer_classes, product_classes, rates, ...columns }: RuleRow) => ({
  ...columns,
  customer_tax_class_ids: customer_classes.map(({ tax_class_id }) => tax_class_id),
  product_tax_class_ids: product_classes.map(({ tax_class_id }) => tax_class_id),
  tax_rate_ids: rates.map(({ tax_rate_id }) => tax_rate_id),
});
