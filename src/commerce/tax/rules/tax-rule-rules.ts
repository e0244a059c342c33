import type { Db } from "../../../platform/db/database.js";
import {
  aggregate,
  alreadyExists,
  inputError,
  noSuchEntity,
  type Reason,
  render,
  required,
} from "../../../api/call/errors.js";
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
 * Creates a rule, or changes the one with the id, and returns it as stored. Throws 400 with all broken rules as lines of
 * the message, and for a code that another rule has, case-insensitive; 404 for an unknown id.
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
  await requireParts(db, parts, brokenRules(given, data.position));
  const saved = id === undefined ? await insertTaxRule(db, data) : await updateTaxRule(db, id, data);
  if (saved === undefined) throw alreadyExists("%1 already exists.", ["Code"]);
  return replaceParts(db, saved, parts);
}

/** Deletes a rule. Throws 404 for an unknown one. */
export async function deleteTaxRule(db: Db, id: number): Promise<void> {
  if (!(await deleteRuleRow(db, id))) throw noSuchEntity("taxRuleId", id);
}

const classTypes = { customer_tax_class_ids: "CUSTOMER", product_tax_class_ids: "PRODUCT" } as const;

/**
 * Locks the classes and rates against deletion. Throws 400 for an unknown class alone, otherwise for all broken rules,
 * otherwise for unknown rates.
 */
async function requireParts(db: Db, parts: RuleParts, broken: Reason[]): Promise<void> {
  const classIds = [...parts.customer_tax_class_ids, ...parts.product_tax_class_ids];
  const classes = await lock(db, "taxClass", { class_id: classIds, for: "key share" });
  const rates = await lock(db, "taxRate", { id: parts.tax_rate_ids, for: "key share" });
  for (const name of ["customer_tax_class_ids", "product_tax_class_ids"] as const) {
    if (parts[name].length === 0) broken.push(required(name));
    for (const id of parts[name]) {
      const found = classes.find((row) => row.class_id === id);
      if (!found) throw inputError(`No such entity with class_id = ${String(id)}`);
      // Magento does not fill this placeholder.
      if (found.class_type !== classTypes[name]) broken.push({ message: `No such entity with ${name} = %fieldValue` });
    }
  }
  if (parts.tax_rate_ids.length === 0) broken.push(required("tax_rate_ids"));
  if (broken.length > 0) throw inputError(linesOf(broken));
  const unknown = [...new Set(parts.tax_rate_ids)].filter((id) => !rates.some((row) => row.id === id));
  if (unknown.length > 0) throw aggregate(unknown.map((id) => unknownId("tax_rate_ids", id)));
}

/** Joins reasons as Magento's validators of models do. */
const linesOf = (reasons: readonly Reason[]) =>
  reasons.map(({ message, parameters }) => (parameters ? render(message, parameters) : message)).join("\n");

function brokenRules({ code, priority }: TaxRule, position: number): Reason[] {
  const broken: Reason[] = [];
  if (position < 0) broken.push(tooLow("position", position));
  if (priority == null || priority < 0) broken.push(tooLow("priority", priority ?? ""));
  return [...broken, ...brokenNameRules("code", code)];
}

const tooLow = (fieldName: string, value: number | string): Reason => ({
  message: 'The %fieldName value of "%value" must be greater than or equal to %minValue.',
  parameters: { fieldName, value, minValue: 0 },
});
