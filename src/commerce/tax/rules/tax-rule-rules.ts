import type { Db } from "../../../platform/db/database.js";
import { aggregate, alreadyExists, noSuchEntity, type Reason, required } from "../../../api/call/errors.js";
import { brokenNameRules, unknownId } from "../broken-rules.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, sentColumns } from "../../../platform/db/models.js";
import {
  deleteRuleRow,
  insertTaxRule,
  readTaxRule,
  replaceParts,
  type RuleParts,
  type StoredTaxRule,
  updateTaxRule,
} from "./tax-rules.rows.js";
import type { TaxRule } from "./tax-rules.types.js";

/** Returns the rule. Throws 404 for an unknown one. */
export async function requireTaxRule(db: Db, id: number): Promise<StoredTaxRule> {
  const rule = await readTaxRule(db, id);
  if (!rule) throw noSuchEntity("taxRuleId", id);
  return rule;
}

/**
 * Creates a rule, or changes the one with the id, and returns it as stored. Throws 400 with all broken rules, and for
 * a code that another rule has, case-insensitive; 404 for an unknown id.
 */
export async function saveTaxRule(db: Db, given: TaxRule): Promise<TaxRule> {
  const id = given.id || undefined;
  if (id !== undefined) await lock(db, "taxRule", { id: [id], for: "update" });
  const stored = id === undefined ? undefined : await requireTaxRule(db, id);
  const parts: RuleParts = {
    customer_tax_class_ids: given.customer_tax_class_ids ?? stored?.customer_tax_class_ids ?? [],
    product_tax_class_ids: given.product_tax_class_ids ?? stored?.product_tax_class_ids ?? [],
    tax_rate_ids: given.tax_rate_ids ?? stored?.tax_rate_ids ?? [],
  };
  const code = given.code ?? "";
  const data = {
    ...sentColumns("taxRule", given),
    code,
    code_key: keyOf(code),
    priority: given.priority ?? 0,
    position: given.position ?? stored?.position ?? 0,
  };
  const broken = [...brokenRules(given, data.position), ...brokenParts(parts, await lockParts(db, parts))];
  if (broken.length > 0) throw aggregate(broken);
  const saved = id === undefined ? await insertTaxRule(db, data) : await updateTaxRule(db, id, data);
  if (saved === undefined) throw alreadyExists("%1 already exists.", ["Code"]);
  return replaceParts(db, saved, parts);
}

/** Deletes a rule. Throws 404 for an unknown one. */
export async function deleteTaxRule(db: Db, id: number): Promise<void> {
  if (!(await deleteRuleRow(db, id))) throw noSuchEntity("taxRuleId", id);
}

/**
 * Locks the classes and rates against deletion, and returns the ids of those that exist. A class of the wrong type
 * does not count.
 */
async function lockParts(db: Db, parts: RuleParts): Promise<RuleParts> {
  const classIds = [...parts.customer_tax_class_ids, ...parts.product_tax_class_ids];
  const classes = await lock(db, "taxClass", { class_id: classIds, for: "key share" });
  const rates = await lock(db, "taxRate", { id: parts.tax_rate_ids, for: "key share" });
  const ofType = (type: string) => classes.filter((row) => row.class_type === type).map((row) => row.class_id);
  return {
    customer_tax_class_ids: ofType("CUSTOMER"),
    product_tax_class_ids: ofType("PRODUCT"),
    tax_rate_ids: rates.map(({ id }) => id),
  };
}

function brokenRules({ code, priority }: TaxRule, position: number): Reason[] {
  const broken: Reason[] = [];
  if (position < 0) broken.push(tooLow("position", position));
  if (priority == null) broken.push(required("priority"));
  else if (priority < 0) broken.push(tooLow("priority", priority));
  return [...broken, ...brokenNameRules("code", code)];
}

const tooLow = (fieldName: string, value: number): Reason => ({
  message: 'The %fieldName value of "%value" must be greater than or equal to %minValue.',
  parameters: { fieldName, value, minValue: 0 },
});

function brokenParts(parts: RuleParts, known: RuleParts): Reason[] {
  const names = ["customer_tax_class_ids", "product_tax_class_ids", "tax_rate_ids"] as const;
  return names.flatMap((name) => {
    const knownIds = new Set(known[name]);
    const unknown = [...new Set(parts[name])].filter((id) => !knownIds.has(id));
    return parts[name].length === 0 ? [required(name)] : unknown.map((id) => unknownId(name, id));
  });
}
