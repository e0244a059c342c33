import { type Amount, zeroQuantity, type Quantity, zero } from "../../../platform/money/amount.js";
import { add, isGreater, isZero, max, min, proportion, subtract, sum } from "../../../platform/money/arithmetic.js";
import type { RuleFacts, ShippingRequest } from "./facts.js";
import type { Item } from "./items.js";
import { type Collector, emptyRow, type Row, type Run, type Shipment, type State } from "./state.js";
import { cartWeight, isShipped, paidWeight, shippedQty } from "./weights.js";

/** Finds the price of the chosen shipping method. */
export const shipping: Collector = (state, run) => {
  if (run.isVirtual) return state;
  const shipment = run.decided?.shipment ?? computeShipment(state, run);
  const price = shipment.rate ? run.currency.convert(shipment.rate.price) : zero;
  return { ...state, shipment, shipping: { ...state.shipping, price, amount: price } };
};

function computeShipment(state: State, run: Run): Shipment {
  const freeUnits = freeUnitsOf(state, run);
  const request = requestOf(state, run, freeUnits);
  const rate = run.facts.rateShipping?.(request);
  return { request, ...(rate && { rate }), freeUnits: freeUnits.units };
}

interface FreeUnits {
  readonly units: readonly Quantity[];
  readonly isAllFree: boolean;
}

/**
 * Returns the units that rules ship free. A rule for the whole shipment makes only the carrier `freeshipping` available: the
 * other carriers keep their prices.
 */
function freeUnitsOf({ uses }: State, { items }: Run): FreeUnits {
  const giving = uses.filter(({ rule }) => rule.freeShipping !== 0 || rule.stopsRules);
  const units = items.all.map(() => zeroQuantity);
  let isAllFree = false;
  for (const item of items.top) {
    const rules = giving.filter(({ matched }) => matched.includes(item)).map(({ rule }) => rule);
    if (rules.some(({ freeShipping }) => freeShipping === 2)) isAllFree = true;
    units[item.index] = freeUnitsOfItem(item, rules);
  }
  const shipped = items.top.filter(isShipped);
  const isEachFree = shipped.length > 0 && shipped.every(({ index, totalQty }) => units[index] === totalQty);
  return { units, isAllFree: isAllFree || isEachFree };
}

/** The last rule that ships matching items free decides how many. */
function freeUnitsOfItem({ totalQty }: Item, rules: readonly RuleFacts[]): Quantity {
  const [rule] = rules.filter(({ freeShipping }) => freeShipping === 1).slice(-1);
  if (!rule) return zeroQuantity;
  return rule.maxQty === undefined || !isGreater(totalQty, rule.maxQty) ? totalQty : rule.maxQty;
}

function requestOf(state: State, run: Run, { units, isAllFree }: FreeUnits): ShippingRequest {
  const { items, cart } = run;
  const isWithTax = run.facts.settings.tax.discountsIncludeTax;
  const rowOf = ({ index }: Item) => state.rows[index] ?? emptyRow;
  const netDiscount = (item: Item) => inKind(rowOf(item), isWithTax ? "rowTotalInclTax" : "rowTotal", "rowTotal");
  const grossDiscount = (item: Item) =>
    inKind(rowOf(item), isWithTax ? "rowTotalInclTax" : "rowTotal", "rowTotalInclTax");
  const discount = sum(items.priced.map(netDiscount));
  const physicalDiscount = sum(items.priced.filter(({ line }) => !line.product.isVirtual).map(netDiscount));
  const physicalValue = subtract(state.subtotal, state.virtualAmount);
  const free = (item: Item) => units[item.index] ?? zeroQuantity;
  return {
    destination: cart.shippingAddress ?? {},
    packageValue: state.subtotal,
    packageValueWithDiscount: subtract(state.subtotal, discount),
    packageValueWithDiscountInclTax: subtract(state.subtotalInclTax, sum(items.priced.map(grossDiscount))),
    physicalValue,
    physicalValueWithDiscount: max(subtract(physicalValue, physicalDiscount), zero),
    weight: cartWeight(items),
    paidWeight: items.top.reduce((weight, item) => add(weight, paidWeight(item, free(item))), emptyCartWeight),
    qty: sum(items.top.map(shippedQty)),
    freeQty: sum(items.top.map((item) => freeParcels(item, free(item)))),
    isFree: isAllFree,
  };
}

type Kind = "rowTotal" | "rowTotalInclTax";

/** Returns the discount of a row, which is a part of one kind of its total, as a part of the other kind. */
const inKind = (row: Row, from: Kind, to: Kind): Amount =>
  from === to || isZero(row[from]) ? row.discount : proportion(row.discount, row[to], row[from]);

const emptyCartWeight = cartWeight({ all: [], top: [], priced: [], sums: [] });

/** Returns the number of free parcels; a bundle that is shipped separately has several per unit. */
function freeParcels(item: Item, freeUnits: Quantity): Quantity {
  const qty = shippedQty(item);
  if (isZero(freeUnits) || isZero(item.totalQty)) return zeroQuantity;
  return min(qty, proportion(qty, freeUnits, item.totalQty));
}
