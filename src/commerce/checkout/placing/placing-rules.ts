import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { addressOf, type CartState, type CartStockChange, type Totals } from "../../cart/published.js";
import type { NeededDetails } from "../../customer/published.js";
import { add, isLess, subtract, sum } from "../../../platform/money/arithmetic.js";
import type { Amount } from "../../../platform/money/amount.js";
import { currencyText } from "../../../platform/money/currency-text.js";
import { readSettings, type Settings } from "../../store/published.js";
import { isEmailAddress } from "../../../api/auth/email-address.js";
import { type AvailableMethod, methodsFor, readPaymentSettings } from "../payment/available.js";
import { settingAmount } from "../setting-amounts.js";
import { checkPickup, findPickup } from "../pickup/pickup-of-cart.js";
import { checkAddress, checkCountry, readNeededDetails } from "./address-checks.js";

/** A cart to order, with its current totals. */
export interface CartWithTotals {
  readonly cart: CartState;
  readonly totals: Totals;
}

/** The data that the rules for placing an order are checked with. */
export interface RuleFacts {
  readonly needed: NeededDetails;
  readonly paymentSettings: Settings;
  readonly minimumSettings: Settings;
  /** The pickup location of a cart that is picked up; undefined if there is none. */
  readonly pickup: Awaited<ReturnType<typeof findPickup>>;
}

/** Reads the rule facts in statements that are sent together. */
export async function readRuleFacts({ db }: Context, cart: CartState): Promise<RuleFacts> {
  const [needed, paymentSettings, minimumSettings, pickup] = await Promise.all([
    readNeededDetails(db, cart),
    readPaymentSettings(db),
    readSettings(db, [...minimumPaths, "general/locale/code"]),
    findPickup(db, cart),
  ]);
  return { needed, paymentSettings, minimumSettings, pickup };
}

/** 400 for an order without lines, with Magento's message. */
const notPlaced = () =>
  inputError("A server error stopped your order from being placed. Please try to place your order again.");

/**
 * Throws 400 for the first rule that an order would break, in Magento's order. Returns the payment method. Shipping is not
 * checked for virtual carts.
 */
export function checkOrderRules(
  ctx: Context,
  { cart, totals, stocked }: CartWithTotals & { readonly stocked: CartStockChange },
  facts: RuleFacts,
): AvailableMethod {
  const { needed } = facts;
  if (cart.items.length === 0) throw notPlaced();
  ctx.exchange?.response.setHeader("errorRedirectAction", "#shipping");
  if (stocked.errors.length > 0) throw inputError(stocked.errors.join("\n"));
  if (!totals.isVirtual) {
    checkCountry(cart, needed);
    checkAddress(cart, needed, "shipping");
    checkShippingMethod(cart, totals);
  }
  checkAddress(cart, needed, "billing");
  const available = methodsFor(cart, totals.base.grandTotal, facts.paymentSettings);
  const chosen = available.find(({ method }) => method.code === cart.payment_method);
  if (!chosen) throw inputError("Enter a valid payment method and try again.");
  if (chosen.method.keepsPoNumber && !cart.po_number) throw inputError("Purchase order number is a required field.");
  checkMinimum(facts.minimumSettings, cart, totals);
  checkPickup(cart, facts.pickup);
  checkEmail(cart);
  ctx.exchange?.response.removeHeader("errorRedirectAction");
  return chosen;
}

function checkShippingMethod(cart: CartState, { shipping }: Totals): void {
  if (addressOf(cart, "shipping")?.shipping_method && shipping.rate) return;
  throw inputError("The shipping method is missing. Select the shipping method and try again.");
}

/** Throws 400 if an order has no valid email address. */
function checkEmail(cart: CartState): void {
  const email = cart.customer_email ?? addressOf(cart, "billing")?.email;
  if (!email) throw inputError("Failed address validation:\n%1", ['"Email" is required. Enter and try again.']);
  if (!isEmailAddress(email)) throw inputError("Failed address validation:\n%1", ["Email has a wrong format"]);
}

const minimum = (name: string) => `sales/minimum_order/${name}`;
const minimumPaths = ["active", "amount", "include_discount_amount", "tax_including", "description"].map(minimum);

function checkMinimum(settings: Settings, cart: CartState, { base }: Totals): void {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  if (!settings.isOn(minimum("active"), scope)) return;
  const isDiscounted = settings.isOn(minimum("include_discount_amount"), scope);
  const amount = goodsOf(base, { isDiscounted, isWithTax: settings.isOn(minimum("tax_including"), scope) });
  const minAmount = settingAmount(settings.value(minimum("amount"), scope));
  if (isLess(amount, minAmount)) throw inputError(minimumText(settings, cart));
}

/** Returns the value of the goods. Discounts can include tax: the compensation is the tax in them. */
function goodsOf(
  base: Totals["base"],
  { isDiscounted, isWithTax }: { readonly isDiscounted: boolean; readonly isWithTax: boolean },
): Amount {
  if (!isDiscounted) return isWithTax ? base.subtotalInclTax : base.subtotal;
  const net = add(base.subtotalWithDiscount, base.discountTaxCompensationAmount);
  return isWithTax ? sum([net, subtract(base.taxAmount, base.shippingTaxAmount)]) : net;
}

function minimumText(settings: Settings, cart: CartState): string {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const own = settings.value(minimum("description"), scope);
  if (own !== "") return own;
  const style = { locale: settings.value("general/locale/code", scope), currency: cart.base_currency_code };
  return `Minimum order amount is ${currencyText(settingAmount(settings.value(minimum("amount"), scope)), style)}`;
}
