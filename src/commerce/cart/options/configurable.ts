import { inputError } from "../../../api/call/errors.js";
import type { SoldProduct } from "../../catalog/published.sale.js";
import { asQuantity } from "../../../platform/money/amount.js";
import type { ChosenAttribute } from "./product-option.types.js";
import type { WantedPart } from "./wanted-line.js";

/** 400 for choices that match no variation. */
export const noMatchingVariation = () => inputError("You need to choose options for your item.");

const oneUnit = asQuantity(1);

/** Returns the chosen variation of a configurable product. Throws 400 if the choices are incomplete or match none. */
export function chosenVariation(product: SoldProduct, given: readonly ChosenAttribute[]) {
  const chosen = new Map(given.map(({ option_id, option_value }) => [option_id, option_value]));
  const options = (product.attributes ?? []).map(({ attribute_id: option_id }) => {
    const option_value = chosen.get(option_id);
    if (option_value == null) throw noMatchingVariation();
    return { option_id, option_value };
  });
  const variation = product.variations?.find(({ values }) =>
    options.every(({ option_id, option_value }) => values[option_id] === String(option_value)),
  );
  if (!variation || options.length === 0) throw noMatchingVariation();
  const part: WantedPart = { productId: variation.product_id, qty: oneUnit, chosen: {}, isRequired: true };
  return { chosen: { configurable_item_options: options }, parts: [part] };
}
