import { inputError, invalid, notFound } from "../../api/call/errors.js";
import { lockGroups } from "../customer/published.js";
import type { Db } from "../../platform/db/database.js";
import { lock } from "../../platform/db/lock.js";
import { presentColumns, sentColumns } from "../../platform/db/models.js";
import { fitOrThrow } from "../../api/call/arguments/decimal-fields.js";
import { countColumn, ruleAmountColumn } from "../../platform/money/columns.js";
import { readStoreViews, readWebsites } from "../store/published.js";
import { cartRoot, itemRoot, noConditions, type StoredCondition, toStoredTree } from "./conditions/conditions.js";
import { updateCouponsOfRule } from "./coupons/coupons.rows.js";
import { ruleDay } from "./rule-dates.js";
import { couponTypeOf, toSalesRule } from "./sales-rule.js";
import {
  connectRule,
  deleteRuleRow,
  insertRule,
  readRule,
  type RuleData,
  type RuleRow,
  updateRule,
} from "./sales-rules.rows.js";
import type { SalesRule } from "./sales-rules.types.js";
import { discountAction } from "./closed-sets.types.js";

const maxNameLength = 255;

/** Returns the rule. Throws 404 for an unknown one. */
export async function requireRule(db: Db, id: number): Promise<SalesRule> {
  const row = await readRule(db, id);
  if (!row) throw notFound("No such entity.");
  return toSalesRule(row);
}

/** Deletes the rule and its coupons. Throws 404 for an unknown one. */
export async function deleteRule(db: Db, id: number): Promise<void> {
  if (!(await deleteRuleRow(db, id))) throw notFound("No such entity.");
}

/**
 * Creates a rule, or changes the given fields of the rule with the id, and returns it as stored, but with the labels that
 * were sent, as Magento does. Adapts its coupons. Throws 400 for invalid values, and 404 for an unknown id.
 */
export async function saveRule(db: Db, given: SalesRule): Promise<SalesRule> {
  const id = given.rule_id || undefined;
  const before = id === undefined ? undefined : await lockRule(db, id);
  const data = dataOf(given, before);
  await checkReferences(db, given);
  const rule_id = id ?? (await insertRule(db, data));
  if (before) await updateRule(db, rule_id, data);
  const row = await connectRule(db, rule_id, {
    websiteIds: given.website_ids ?? undefined,
    groupIds: given.customer_group_ids ?? undefined,
    labels: given.store_labels ? lastOfEach(given.store_labels, ({ store_id }) => store_id) : undefined,
  });
  if (before) await updateCouponsOfRule(db, row, before);
  const answer = toSalesRule(row);
  return given.store_labels ? { ...answer, store_labels: given.store_labels } : answer;
}

async function lockRule(db: Db, id: number): Promise<RuleRow> {
  await lock(db, "salesRule", { rule_id: [id], for: "no key update" });
  const row = await readRule(db, id);
  if (!row) throw notFound("No such entity.");
  return row;
}

const lastOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** Columns that hold counts. */
const counts = [
  "uses_per_customer",
  "uses_per_coupon",
  "discount_step",
  "times_used",
  "reward_points_delta",
] as const satisfies readonly (keyof RuleData)[];

/** Returns the given columns of a rule, and its trees of conditions. Columns that are not given keep their values. */
function dataOf(given: SalesRule, before: RuleRow | undefined): RuleData {
  const { extension_attributes, ...fields } = given;
  const sent = sentColumns("salesRule", { ...fields, ...extension_attributes });
  checkTexts(given);
  for (const name of counts) checkCount(name, sent[name]);
  const data = {
    ...presentColumns("salesRule", {
      ...sent,
      simple_action: sent.simple_action || undefined,
      from_date: dayOf("from_date", sent.from_date),
      to_date: dayOf("to_date", sent.to_date),
      discount_amount: discountOf(sent.discount_amount),
      discount_qty: discountQuantityOf(sent.discount_qty),
      coupon_type: sent.coupon_type === undefined ? undefined : couponTypeOf(sent.coupon_type),
      simple_free_shipping: freeShippingOf(sent.simple_free_shipping),
    }),
    condition: treeOf(cartRoot, given.condition, before?.condition),
    action_condition: treeOf(itemRoot, given.action_condition, before?.action_condition),
  };
  checkComplete(given, { ...before, ...data });
  return data;
}

function checkTexts(given: SalesRule): void {
  if (given.simple_action && !discountAction.has(given.simple_action))
    throw invalid("simple_action", given.simple_action);
  for (const { store_label } of given.store_labels ?? []) checkLength("store_label", store_label);
  checkLength("name", given.name ?? "");
}

function checkLength(fieldName: string, text: string): void {
  if ([...text].length > maxNameLength) throw invalid(fieldName, text);
}

function checkCount(fieldName: string, given = 0): void {
  if (given < 0) throw invalid(fieldName, given);
}

function dayOf(fieldName: string, given: string | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  if (given === "") return null;
  const day = ruleDay(given);
  if (day === undefined) throw invalid(fieldName, given);
  return day;
}

function discountOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (/^-0*[1-9]/.test(given)) throw inputError("Please choose a valid discount amount.");
  return fitOrThrow("discount_amount", given, ruleAmountColumn);
}

function discountQuantityOf(given: string | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  const pieces = fitOrThrow("discount_qty", given, countColumn);
  return Number(pieces) === 0 ? null : pieces;
}

function freeShippingOf(given: string | undefined): number | undefined {
  if (given === undefined || given === "") return undefined;
  if (!/^[012]$/.test(given)) throw invalid("simple_free_shipping", given);
  return Number(given);
}

const treeOf = (root: string, given: SalesRule["condition"], old: unknown): StoredCondition =>
  given ? toStoredTree(root, given) : ((old as StoredCondition | undefined) ?? noConditions(root));

/** Throws Magento's single 400 for a period that ends before it starts, no websites or no customer groups. */
function checkComplete(given: SalesRule, { from_date, to_date }: RuleData): void {
  const sentences = [
    ...(from_date != null && to_date != null && from_date > to_date ? ["End Date must follow Start Date.; "] : []),
    ...(given.website_ids?.length === 0 ? ["Please specify a website.; "] : []),
    ...(given.customer_group_ids?.length === 0 ? ["Please specify Customer Groups.; "] : []),
  ];
  if (sentences.length > 0) throw inputError(sentences.join(""));
}

/** Throws 400 for a website, customer group or store view that does not exist. */
async function checkReferences(db: Db, given: SalesRule): Promise<void> {
  const { website_ids = [], customer_group_ids = [], store_labels = [] } = given;
  if (website_ids?.length) {
    checkKnownIds("website_ids", website_ids, new Set((await readWebsites(db)).flatMap(({ id }) => id || [])));
  }
  if (customer_group_ids?.length) {
    checkKnownIds("customer_group_ids", customer_group_ids, new Set(await lockGroups(db, customer_group_ids)));
  }
  if (store_labels?.length) {
    const views = new Set((await readStoreViews(db)).map(({ id }) => id));
    const ids = store_labels.map(({ store_id }) => store_id);
    checkKnownIds("store_id", ids, views.add(0));
  }
}

function checkKnownIds(fieldName: string, ids: readonly number[], known: ReadonlySet<number>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalid(fieldName, unknown);
}
