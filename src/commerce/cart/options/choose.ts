import { inputError } from "../../../api/call/errors.js";
import type { SoldProduct } from "../../catalog/published.sale.js";
import type { Quantity } from "../../../platform/money/amount.js";
import type { Chosen } from "../facts/chosen.js";
import { chosenSelections } from "./bundle.js";
import { chosenVariation } from "./configurable.js";
import { customOptions } from "./custom-options.js";
import type { ProductOptionExtension } from "./product-option.types.js";
import type { WantedLine, WantedPart } from "./wanted-line.js";

/** Returns the line for a product with its choices and quantity. Throws 400 for choices that are invalid for its type. */
export function wantedLine(product: SoldProduct, given: ProductOptionExtension, qty: Quantity): WantedLine {
  const { chosen, parts } = typeChoices(product, given);
  const options = customOptions(product, given.custom_options ?? []);
  return { product, qty, parts, chosen: { ...chosen, ...(options.length > 0 ? { custom_options: options } : {}) } };
}

function typeChoices(
  product: SoldProduct,
  given: ProductOptionExtension,
): { readonly chosen: Chosen; readonly parts: readonly WantedPart[] } {
  switch (product.type_id) {
    case "configurable":
      return chosenVariation(product, given.configurable_item_options ?? []);
    case "bundle":
      return chosenSelections(product, given.bundle_options ?? []);
    case "downloadable":
      return { chosen: chosenLinks(product, given.downloadable_option?.downloadable_links ?? []), parts: [] };
    default:
      return { chosen: {}, parts: [] };
  }
}

/** Returns the links that are bought: the chosen ones, or all if they are not sold separately. */
function chosenLinks({ links, values }: SoldProduct, given: readonly number[]): Chosen {
  const offered = (links ?? []).map(({ id }) => id);
  const isSeparate = values["links_purchased_separately"] === "1";
  const bought = isSeparate ? offered.filter((id) => given.includes(id)) : offered;
  if (isSeparate && (bought.length === 0 || bought.length < new Set(given).size)) {
    throw inputError("Please specify product link(s).");
  }
  return bought.length > 0 ? { downloadable_option: { downloadable_links: bought } } : {};
}

/** Returns a key that is equal for lines of a product with equal choices. Choices are already in a fixed order. */
export const optionsKey = (chosen: Chosen): string =>
  Object.keys(chosen).length === 0
    ? ""
    : JSON.stringify(Object.entries(withoutRequests(chosen)).sort(([left], [right]) => (left < right ? -1 : 1)));

/** Leaves out requested quantities: only the quantities of the selections make bundles differ. */
const withoutRequests = ({ bundle_options: bundle, ...chosen }: Chosen): Chosen => ({
  ...chosen,
  ...(bundle && {
    bundle_options: bundle.map(({ option_id, option_qty, selection_qty = option_qty, option_selections }) => ({
      ...{ option_id, option_qty: selection_qty, option_selections },
    })),
  }),
});
