import { inputError } from "../../../api/call/errors.js";
import type { SoldProduct } from "../../catalog/published.sale.js";
import { type Chosen, inOrder, valueIds } from "../facts/chosen.js";
import type { ChosenCustomOption } from "./product-option.types.js";

type Option = NonNullable<SoldProduct["options"]>[number];
type ChosenOptions = NonNullable<Chosen["custom_options"]>;

const missing = () =>
  inputError("The product's required option(s) weren't entered. Make sure the options are entered and try again.");

const notAvailable = () => inputError("Some of the selected item options are not currently available.");

/**
 * Returns the chosen custom options in the order of the product. Unknown options are ignored. Throws 400 for a missing
 * required option, an invalid value and a file.
 */
export function customOptions({ options }: SoldProduct, given: readonly ChosenCustomOption[]): ChosenOptions {
  const offered = inOrder(options ?? []);
  const entered = new Map<string, string>();
  for (const { option_id, option_value, extension_attributes } of given) {
    const option = offered.find((each) => String(each.option_id) === option_id);
    if (!option) continue;
    if (option.type === "file" || extension_attributes?.file_info) throw noFiles();
    const value = (option_value ?? "").trim();
    if (value !== "") entered.set(option_id ?? "", checkedValue(option, value));
  }
  return offered.flatMap((option) => {
    const option_id = String(option.option_id);
    const option_value = entered.get(option_id);
    if (option_value !== undefined) return [{ option_id, option_value }];
    if (option.is_require !== false) throw missing();
    return [];
  });
}

const noFiles = () => inputError("Options with files are not supported.");

function checkedValue(option: Option, value: string): string {
  switch (option.type) {
    case "drop_down":
    case "radio":
      return chosenValues(option, [value]);
    case "checkbox":
    case "multiple":
      return chosenValues(option, valueIds(value));
    case "date":
    case "date_time":
    case "time":
      if (!isTime(value) && !(option.type === "time" && isTime(`2000-01-01 ${value}`))) throw missing();
      return value;
    default:
      if ((option.max_characters ?? 0) > 0 && [...value].length > (option.max_characters ?? 0)) throw tooLong();
      return value;
  }
}

const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value));

const tooLong = () => inputError("The text is too long. Shorten the text and try again.");

/** Returns the ids of the chosen values in the order of the caller, separated by commas. */
function chosenValues({ values }: Option, given: readonly string[]): string {
  const ids = [...new Set(given.map((id) => id.trim()))];
  const offered = new Set((values ?? []).map(({ option_type_id }) => String(option_type_id)));
  if (!ids.every((id) => offered.has(id))) throw notAvailable();
  return ids.join(",");
}
