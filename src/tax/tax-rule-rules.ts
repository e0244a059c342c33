import type { Db } from "../db/database.js";
import { aggregate, alreadyExists, noSuchEntity, type Reason, required } from "../call/errors.js";
import { brokenNameRules, nothingSuch } from "./broken-rules.js";
import {
  holdParts,
  type KnownParts,
  lockTaxRule,
  readTaxRule,
  removeTaxRule,
  replaceParts,
  type RuleParts,
  writeTaxRule,
} from "./tax-rules.rows.js";
import type { TaxRule } from "./tax-rules.types.js";

/** The rule; 404 where there is none. */
export async function taxRuleById(db: Db, id: number): Promise<TaxRule> {
  const rule = await readTaxRule(db, id);
  if (!rule) throw noSuchEntity("taxRuleId", id);
  return rule;
}

/**
 * Creates a rule, or changes the one whose id is given, and gives it back as stored. 400 with all rules that it breaks,
 * and for a code that is taken in any case; 404 for an unknown id.
 */
export async function saveTaxRule(db: Db, given: TaxRule): Promise<TaxRule> {
  const id = given.id || undefined;
  if (id !== undefined) await lockTaxRule(db, id);
  const stored = id === undefined ? undefined : await taxRuleById(db, id);
  const parts: RuleParts = {
    customerClassIds: given.customer_tax_class_ids ?? stored?.customer_tax_class_ids ?? [],
    productClassIds: given.product_tax_class_ids ?? stored?.product_tax_class_ids ?? [],
    rateIds: given.tax_rate_ids ?? stored?.tax_rate_ids ?? [],
  };
  const position = given.position ?? stored?.position ?? 0;
  const broken = [...brokenRules({ ...given, position }), ...brokenParts(parts, await holdParts(db, parts))];
  if (broken.length > 0) throw aggregate(broken);
  const saved = await writeTaxRule(db, id, {
    code: given.code ?? "",
    priority: given.priority ?? 0,
    position,
    calculateSubtotal: given.calculate_subtotal ?? stored?.calculate_subtotal ?? false,
  });
  if (saved === undefined) throw alreadyExists("%1 already exists.", ["Code"]);
  await replaceParts(db, saved, parts);
  return taxRuleById(db, saved);
}

/** Removes a rule; 404 for an unknown one. */
export async function deleteTaxRule(db: Db, id: number): Promise<void> {
  if ((await removeTaxRule(db, id)) === 0) throw noSuchEntity("taxRuleId", id);
}

function brokenRules({ code, priority, position }: TaxRule): Reason[] {
  const broken: Reason[] = [];
  if (position != null && position < 0) broken.push(tooLow("position", position));
  if (priority == null) broken.push(required("priority"));
  else if (priority < 0) broken.push(tooLow("priority", priority));
  return [...broken, ...brokenNameRules("code", code)];
}

const tooLow = (fieldName: string, value: number): Reason => ({
  message: 'The %fieldName value of "%value" must be greater than or equal to %minValue.',
  parameters: { fieldName, value, minValue: 0 },
});

function brokenParts(parts: RuleParts, known: KnownParts): Reason[] {
  const check = (fieldName: string, ids: readonly number[], knownIds: readonly number[]): Reason[] => {
    const known = new Set(knownIds);
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    return ids.length === 0 ? [required(fieldName)] : unknown.map((id) => nothingSuch(fieldName, id));
  };
  return [
    ...check("customer_tax_class_ids", parts.customerClassIds, known.customerClassIds),
    ...check("product_tax_class_ids", parts.productClassIds, known.productClassIds),
    ...check("tax_rate_ids", parts.rateIds, known.rateIds),
  ];
}
