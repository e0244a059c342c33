import type { Reason } from "../../../api/call/errors.js";
import { brokenCodeRules, cannotBeEmpty } from "../broken-rules.js";
import type { SourceItem } from "./source-items.types.js";
import { isBlank } from "../../../api/call/spelling.js";

/** Returns every rule that a source item breaks on its own, in the order of Magento's validators. */
export const brokenSourceItemRules = ({ sku, source_code: code, quantity, status }: SourceItem): Reason[] => [
  ...(isBlank(sku) ? [cannotBeEmpty("sku")] : []),
  ...(sku != null && sku !== sku.trim() ? [cannotContainOuterSpaces("sku")] : []),
  ...brokenCodeRules("source_code", code),
  ...(quantity == null ? [shouldBeNumeric("quantity")] : []),
  ...brokenStatusRules(status),
];

function brokenStatusRules(status: number | null | undefined): Reason[] {
  if (status == null) return [shouldBeNumeric("status")];
  return status === 0 || status === 1
    ? []
    : [{ message: '"%field" should a known status.', parameters: { field: "status" } }];
}

const cannotContainOuterSpaces = (field: string): Reason => ({
  message: '"%field" can not contain leading or trailing spaces.',
  parameters: { field },
});

const shouldBeNumeric = (field: string): Reason => ({
  message: '"%field" should be numeric.',
  parameters: { field },
});
