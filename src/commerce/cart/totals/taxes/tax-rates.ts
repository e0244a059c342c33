import { equals } from "../../../../platform/money/arithmetic.js";
import type { Percent } from "../../../../platform/money/amount.js";
import type { AddressFacts, CartFacts } from "../cart-facts.js";
import type { TotalsFacts } from "../facts.js";
import { type SelectedRates, selectRates } from "./select-rates.js";

/** The rates of a product class: those for the customer, and the total rate that prices of the store include. */
export interface ClassRates extends SelectedRates {
  readonly storePercent: Percent;
  /** Whether prices including tax are not converted: the customer's rate is the store's, or prices stay the same abroad. */
  readonly isPriceKept: boolean;
}

/** The parts of a cart that decide about its tax rates. */
type TaxedCart = Pick<CartFacts, "customer" | "shippingAddress" | "billingAddress">;

/** Tax rules, and the settings that decide where a shopper is taxed. */
interface TaxFacts extends Pick<TotalsFacts, "taxRules"> {
  readonly settings: Pick<TotalsFacts["settings"], "tax">;
}

export type RateLookup = (productTaxClassId: number | undefined) => ClassRates;

/** Returns a lookup of the rates of product classes. The rates of each class are selected once. */
export function ratesOf(cart: TaxedCart, facts: TaxFacts, isVirtual: boolean): RateLookup {
  const { settings, taxRules } = facts;
  const known = new Map<number, ClassRates>();
  const destination = taxDestination(cart, facts, isVirtual);
  const customerTaxClassId = cart.customer.taxClassId ?? settings.tax.defaultCustomerTaxClassId;
  return (productTaxClassId = 0) => {
    const found = known.get(productTaxClassId);
    if (found) return found;
    const request = { productTaxClassId, customerTaxClassId, destination };
    const selected = selectRates(taxRules, request);
    const { percent: storePercent } = selectRates(taxRules, {
      productTaxClassId,
      customerTaxClassId: settings.tax.defaultCustomerTaxClassId,
      destination: settings.tax.origin,
    });
    const isPriceKept = settings.tax.isCrossBorder || equals(storePercent, selected.percent);
    const rates = { ...selected, storePercent, isPriceKept };
    known.set(productTaxClassId, rates);
    return rates;
  };
}

/**
 * Returns the address that determines tax. If it is unknown, this is the default address of a customer, or the other address
 * of a guest's cart. The last fallback is the default destination.
 */
function taxDestination(cart: TaxedCart, facts: TaxFacts, isVirtual: boolean): AddressFacts {
  const { basedOn, origin, defaultDestination } = facts.settings.tax;
  if (basedOn === "origin") return origin;
  const { shippingAddress, billingAddress, customer } = cart;
  const isBilling = basedOn === "billing" || isVirtual;
  const [address, other, own] = isBilling
    ? [billingAddress, shippingAddress, customer.defaultBilling]
    : [shippingAddress, billingAddress, customer.defaultShipping];
  const candidates = [address, customer.id === undefined ? other : own];
  return candidates.find((candidate) => candidate?.countryId) ?? defaultDestination;
}
