import { fit, signedAmountColumn } from "../../../platform/money/columns.js";
import { inputError } from "../../../api/call/errors.js";
import { skuTooLong } from "../products/product-errors.js";
import { groupOfType, hasChoices } from "./option-types.js";
import type { OptionRow } from "./product-option.rows.js";
import type { CustomOption, CustomOptionValue } from "./product-option.types.js";

const maxSkuLength = 64;

/** The option of a request, the stored option, and whether the save is for a store view. */
export interface CheckedOption {
  readonly given: CustomOption;
  readonly before: OptionRow | undefined;
  readonly inView: boolean;
}

/**
 * Throws 400 for an option without a title, with an unknown type, an invalid price or price type, a negative limit, or
 * without the values that its type requires. One message lists all errors.
 */
export function checkOption(option: CheckedOption): void {
  const { given, before } = option;
  const type = given.type ?? before?.type ?? "";
  const isTitled = isTitle(given.title, { isNew: !before, inView: option.inView });
  const checks: readonly (readonly [boolean, string])[] = [
    [!isTitled || type === "", "Missed values for option required fields"],
    [groupOfType(type) === undefined, "Invalid option type"],
    [type !== "" && !hasValidValues(option, type), "Invalid option value"],
  ];
  const reasons = checks.flatMap(([wrong, reason]) => (wrong ? [reason] : []));
  if (reasons.length > 0) throw inputError(reasons.join("\n"));
  if ([given, ...(given.values ?? [])].some(({ sku }) => [...(sku ?? "")].length > maxSkuLength)) {
    throw skuTooLong(maxSkuLength);
  }
}

/** Whether a title is valid. In a store view, null clears the view's title; the global title has no fallback. */
function isTitle(title: string | null | undefined, { isNew, inView }: { isNew: boolean; inView: boolean }): boolean {
  if (title === undefined) return !isNew;
  return title === null ? inView && !isNew : title !== "";
}

function hasValidValues(option: CheckedOption, type: string): boolean {
  const { given, before } = option;
  const limits = [given.max_characters, given.image_size_x, given.image_size_y];
  if (!isPrice(given) || limits.some((limit) => limit != null && limit < 0)) return false;
  if (!hasChoices(type)) return true;
  if (given.values == null) return (before?.choices.length ?? 0) > 0;
  return given.values.length > 0 && given.values.every((choice) => isChoice(choice, option));
}

function isChoice(choice: CustomOptionValue, { before, inView }: CheckedOption): boolean {
  const isNew = !before?.choices.some(({ option_type_id }) => option_type_id === choice.option_type_id);
  return isPrice(choice) && isTitle(choice.title, { isNew, inView });
}

const isPrice = ({ price, price_type: type }: Pick<CustomOption, "price" | "price_type">) =>
  (price == null || fit(price, signedAmountColumn) !== undefined) &&
  (type == null || type === "fixed" || type === "percent");
