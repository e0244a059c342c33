import { inputError, type WebapiError } from "../../../api/call/errors.js";
import { isStockOpen, lineQuantityError, type StockedFacts } from "../../inventory/published.salability.js";
import { asQuantity, asRatio } from "../../../platform/money/amount.js";
import { multiply } from "../../../platform/money/arithmetic.js";
import type { CartDraft } from "./cart-draft.js";
import type { CartLine } from "../state/cart-state.rows.js";
import { isOffered } from "../facts/refreshed-lines.js";
import { notAvailable } from "../cart-errors.js";
import { requiredNotAvailable, selectionNotAvailable } from "../options/bundle.js";
import { noMatchingVariation } from "../options/configurable.js";
import type { WantedLine, WantedPart } from "../options/wanted-line.js";

/** Throws 400 for a line whose product, or a part of it, is disabled, out of stock or not sold on the website. */
export function checkAvailability(draft: CartDraft, { product, parts }: WantedLine): void {
  const stock = draft.stock.get(product.id);
  if (!isOffered(product) || !stock || !(parts.length > 0 ? isStockOpen(stock) : stock.is_salable))
    throw notAvailable();
  for (const part of parts) checkPartAvailability(draft, product.type_id, part);
}

function checkPartAvailability({ facts, stock }: CartDraft, type: string, { productId, isRequired }: WantedPart): void {
  const product = facts.products.get(productId);
  const isThere = product !== undefined && isOffered(product);
  if (isThere && stock.get(productId)?.is_salable === true) return;
  throw partError(type, { isRequired, isThere });
}

function partError(
  type: string,
  { isRequired, isThere }: { readonly isRequired: boolean; readonly isThere: boolean },
): WebapiError {
  if (type === "configurable") return isThere ? notAvailable() : noMatchingVariation();
  return isRequired ? requiredNotAvailable() : selectionNotAvailable();
}

/** Throws 400 if the quantity of a line, or of a part of it, is not allowed or not in stock. */
export function checkQuantity(draft: CartDraft, line: CartLine): void {
  const parts = draft.partsOf(line);
  const held = parts.length > 0 ? parts : [line];
  for (const each of held) {
    const facts = draft.stock.get(each.product_id);
    const message = facts ? quantityError(draft, { line, each, facts }) : notAvailable().message;
    if (message !== undefined) throw inputError(message);
  }
}

/** Checks a line for itself; all lines of a product together are checked when the cart is ordered, as in Magento. */
function quantityError(
  draft: CartDraft,
  { line, each, facts }: { readonly line: CartLine; readonly each: CartLine; readonly facts: StockedFacts },
): string | undefined {
  const qty = each === line ? asQuantity(line.qty) : multiply(asQuantity(each.qty), asRatio(line.qty));
  const groupId = draft.call.cart.customer_group_id;
  return lineQuantityError(facts, { qty, totalQty: qty, groupId, partName: each === line ? undefined : each.name });
}
