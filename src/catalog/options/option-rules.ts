import { toAmount } from "../../pricing/published.js";
import { inputError } from "../../call/errors.js";
import type { DecimalText } from "../../contract/scalars.js";
import { skuTooLong } from "../products/product-errors.js";
import { groupOfType, hasChoices } from "./option-types.js";
import type { OptionRow } from "./product-option.sql.js";
import type { CustomOption, CustomOptionValue } from "./product-option.types.js";

const longestSku = 64;

/** The surcharge as `numeric(20, 6)` keeps it: it may be below 0, a reduction. Undefined where it does not fit. */
export function toSurcharge(price: DecimalText): DecimalText | undefined {
  if (!price.startsWith("-")) return toAmount(price);
  const size = toAmount(price.slice(1));
  return size === undefined ? undefined : `-${size}`;
}

/** An option as it was sent, what the product has of it, and whether the save is about a store view. */
export interface CheckedOption {
  readonly given: CustomOption;
  readonly before: OptionRow | undefined;
  readonly inView: boolean;
}

/**
 * Throws a 400 for an option that would be left without a title, has an unknown type, a price that is none or has an
 * unknown type, a limit below 0, or no choices where its type has them. All that is wrong with it is in one message.
 */
export function checkOption(option: CheckedOption): void {
  const { given, before } = option;
  const type = given.type ?? before?.type ?? "";
  const isTitled = isTitle(given.title, { isNew: !before, inView: option.inView });
  const isWrong: readonly (readonly [boolean, string])[] = [
    [!isTitled || type === "", "Missed values for option required fields"],
    [type !== "" && groupOfType(type) === undefined, "Invalid option type"],
    [type !== "" && !hasValidValues(option, type), "Invalid option value"],
  ];
  const reasons = isWrong.flatMap(([wrong, reason]) => (wrong ? [reason] : []));
  if (reasons.length > 0) throw inputError(reasons.join("\n"));
  if ([given, ...(given.values ?? [])].some(({ sku }) => [...(sku ?? "")].length > longestSku)) {
    throw skuTooLong(longestSku);
  }
}

/** In a store view, null gives the view's own title up; elsewhere there is nothing to fall back to. */
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
  (price == null || toSurcharge(price) !== undefined) && (type == null || type === "fixed" || type === "percent");
