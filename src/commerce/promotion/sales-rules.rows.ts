import type { Db } from "../../platform/db/database.js";
import { type Prisma, type Row, toJson } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import type { StoredCondition } from "./conditions/conditions.js";
import { SalesRule, type SalesRuleLabel, type SalesRuleSearchResults } from "./sales-rules.types.js";

/** The websites, customer groups and labels of a rule. */
const relations = {
  websites: { select: { website_id: true }, orderBy: { website_id: "asc" } },
  groups: { select: { customer_group_id: true }, orderBy: { customer_group_id: "asc" } },
  labels: { select: { store_id: true, label: true }, orderBy: { store_id: "asc" } },
} satisfies Prisma.SalesRuleInclude;

/** A rule with its websites, customer groups and labels. */
export type RuleRow = Prisma.SalesRuleGetPayload<{ include: typeof relations }>;

const fields = modelFields("salesRule", SalesRule, {
  website_ids: "websites.website_id",
  website_id: "websites.website_id",
  customer_group_ids: "groups.customer_group_id",
  customer_group_id: "groups.customer_group_id",
  store_labels: "labels.label",
  code: "coupons.code",
});

/** The writable columns of a rule. */
export type RuleData = Partial<Omit<Row<"salesRule">, "rule_id" | "condition" | "action_condition">> & {
  readonly condition: StoredCondition;
  readonly action_condition: StoredCondition;
};

/** The websites, customer groups and labels to store for a rule. Undefined lists stay unchanged. */
export interface RuleConnections {
  readonly websiteIds: readonly number[] | undefined;
  readonly groupIds: readonly number[] | undefined;
  readonly labels: readonly SalesRuleLabel[] | undefined;
}

/** Returns a rule, or null. */
export const readRule = (db: Db, rule_id: number): Promise<RuleRow | null> =>
  db.models.salesRule.findUnique({ where: { rule_id }, include: relations });

/** Whether there is a rule with a name. */
export const hasRule = async (db: Db, name: string): Promise<boolean> =>
  (await db.models.salesRule.findFirst({ where: { name }, select: { rule_id: true } })) !== null;

/** Returns the rules that match the criteria, each converted by `toItem`. */
export async function searchRules(
  db: Db,
  searchCriteria: SearchCriteria,
  toItem: (row: RuleRow) => SalesRule,
): Promise<SalesRuleSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.salesRule.findMany({ ...query, include: relations }),
  });
  return { ...page, items: page.items.map(toItem) };
}

/** Inserts a rule and returns its id. */
export async function insertRule(db: Db, data: RuleData): Promise<number> {
  const { rule_id } = await db.models.salesRule.create({ data: toInput(data), select: { rule_id: true } });
  return rule_id;
}

/** Updates the columns of a rule. */
export async function updateRule(db: Db, rule_id: number, data: RuleData): Promise<void> {
  await db.models.salesRule.update({ where: { rule_id }, data: toInput(data), select: { rule_id: true } });
}

const toInput = ({ condition, action_condition, ...data }: RuleData) => ({
  ...data,
  condition: toJson(condition),
  action_condition: toJson(action_condition),
});

/**
 * Writes the websites, customer groups and labels of a rule, and returns the rule as stored. As in Magento, labels of store
 * views that are not given stay, and an empty label removes the stored one.
 */
export async function connectRule(db: Db, rule_id: number, connections: RuleConnections): Promise<RuleRow> {
  const { websiteIds, groupIds, labels } = connections;
  const kept = (labels ?? []).filter(({ store_label }) => store_label !== "");
  return db.models.salesRule.update({
    where: { rule_id },
    data: {
      ...(websiteIds && { websites: replaceAll(websiteIds.map((website_id) => ({ website_id }))) }),
      ...(groupIds && { groups: replaceAll(groupIds.map((customer_group_id) => ({ customer_group_id }))) }),
      ...(labels && {
        labels: {
          deleteMany: { store_id: { in: labels.map(({ store_id }) => store_id) } },
          createMany: { data: kept.map(({ store_id, store_label: label }) => ({ store_id, label })) },
        },
      }),
    },
    include: relations,
  });
}

const replaceAll = <Data>(data: Data[]) => ({ deleteMany: {}, createMany: { data, skipDuplicates: true } });

/** Deletes a rule with its coupons and returns whether it existed. */
export const deleteRuleRow = async (db: Db, rule_id: number): Promise<boolean> =>
  (await db.models.salesRule.deleteMany({ where: { rule_id } })).count > 0;

/** Returns the total number of reward points that rules give for an order. */
export async function readRulePoints(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const where = { rule_id: { in: [...ids] } };
  const rules = await db.models.salesRule.findMany({ where, select: { reward_points_delta: true } });
  return rules.reduce((total, { reward_points_delta: points }) => total + points, 0);
}
