import { render } from "../../../api/call/errors.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import {
  absolute,
  isGreater,
  isLess,
  isPositive,
  isZero,
  max,
  remainder,
  truncate,
} from "../../../platform/money/arithmetic.js";
import { clamp, requestedColumn } from "../../../platform/money/columns.js";
import { phpText } from "../../../platform/money/format.js";
import { toStockItem } from "../stock-item/stock-item.sql.js";
import type { StockItem } from "../stock-item/stock-item.types.js";
import { defaultStock } from "../stocks/stocks.types.js";
import type { SaleFacts, StockedFacts } from "./salability.sql.js";
import type { ProductSalabilityError } from "./salability.types.js";

/** Rounds a requested quantity to four decimal places and limits it to the largest comparable one. */
export const normalizeQuantity = (requested: DecimalText): Quantity => clamp(requested, requestedColumn);

/** Returns the reasons why a quantity of a product cannot be sold from a stock, in Magento's order. */
export function salabilityErrors(facts: SaleFacts, stockId: number, requested: Quantity): ProductSalabilityError[] {
  if (!facts.is_assigned && stockId !== defaultStock) return [notAssigned];
  const limited = limitError(toStockItem(facts.stock, facts.stock_settings), requested);
  const found = [...(limited ? [limited] : []), ...(isOutOfStock(facts) ? [noSourceItems] : [])];
  if (found.length > 0 || isEnough(facts, requested)) return found;
  return [backordersOff, stockManaged, notEnough(facts, requested)];
}

/** Quantity of a cart line. */
export interface LineQuantity {
  readonly qty: Quantity;
  /** Units of the product in all lines of the cart. */
  readonly totalQty: Quantity;
  readonly groupId: number;
  /** Name of the product, if it is part of another one. */
  readonly partName?: string | undefined;
}

/**
 * Returns the reason why a cart line cannot have a quantity, as text, or undefined. The limits of one order apply per
 * line.
 */
export function lineQuantityError(facts: StockedFacts, { qty, totalQty, groupId, partName }: LineQuantity) {
  if (!facts.is_assigned && facts.stock_id !== defaultStock) return notAssigned.message;
  const stock = toStockItem(facts.stock, facts.stock_settings, groupId);
  const limited = limitError(stock, qty);
  if (limited) return partName === undefined ? limited.message : partMessage(limited, { stock, partName });
  if (!facts.is_salable) return outOfStock;
  if (isEnough(facts, totalQty)) return undefined;
  return notEnough(facts, totalQty).message;
}

/** The reason for a line whose product, or a part of it, cannot be sold at all. */
const outOfStock = "Some of the products are out of stock.";

const partMessage = (
  { code, message }: ProductSalabilityError,
  { stock, partName }: { readonly stock: StockItem; readonly partName: string },
) =>
  code === incrementsCode
    ? render("You can buy %1 only in quantities of %2 at a time.", [
        partName,
        phpText(asQuantity(stock.qty_increments ?? 0)),
      ])
    : message;

/** Returns whether the stock item of a product is in stock. For a composite product, this says nothing about its parts. */
export const isStockOpen = (facts: StockedFacts): boolean =>
  toStockItem(facts.stock, facts.stock_settings).is_in_stock === true;

const isOutOfStock = ({ is_managed, is_in_stock }: SaleFacts) => is_managed && !is_in_stock;

const isEnough = ({ is_managed, is_unlimited, quantity }: SaleFacts, requested: Quantity) =>
  !is_managed || is_unlimited || !isLess(quantity, requested);

const incrementsCode = "is_correct_qty-qty_increment";
const notAssigned = {
  code: "requested-sku-is-not-assigned-to-given-stock",
  message: "The requested sku is not assigned to given stock.",
};
const noSourceItems = {
  code: "is_any_source_item_in_stock-no_source_items_in_stock",
  message: "There are no source items with the in stock status",
};
const backordersOff = { code: "back_order-disabled", message: "Backorders are disabled" };
const stockManaged = { code: "manage_stock-enabled", message: "Manage stock is enabled" };

const notEnough = ({ quantity, message_setting }: SaleFacts, requested: Quantity): ProductSalabilityError => ({
  code: "is_salable_with_reservations-not_enough_qty",
  message:
    message_setting === "1"
      ? render("Only %1 of %2 available", [phpText(max(quantity, zeroQuantity)), phpText(requested)])
      : "The requested qty is not available",
});

/** Returns the first limit of one order that the quantity breaks. */
function limitError(stock: StockItem, requested: Quantity): ProductSalabilityError | undefined {
  const least = asQuantity(stock.min_sale_qty ?? 0);
  const most = asQuantity(stock.max_sale_qty ?? 0);
  const step = asQuantity(stock.qty_increments ?? 0);
  if (isLess(requested, least)) {
    return {
      code: "is_correct_qty-min_sale_qty",
      message: render("The fewest you may purchase is %1.", [phpText(least)]),
    };
  }
  if (isPositive(most) && isGreater(requested, most)) {
    const message = "The requested qty exceeds the maximum qty allowed in shopping cart";
    return { code: "is_correct_qty-max_sale_qty", message };
  }
  if (isPositive(step) && !isZero(remainder(requested, step))) {
    const message = render("You can buy this product only in quantities of %1 at a time.", [phpText(step)]);
    return { code: incrementsCode, message };
  }
  if (stock.is_qty_decimal !== true && isGreater(absolute(requested), absolute(truncate(requested)))) {
    return { code: "is_correct_qty-is_qty_decimal", message: "You cannot use decimal quantity for this product." };
  }
  return undefined;
}
