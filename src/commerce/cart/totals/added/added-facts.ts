import type { Amount, Quantity } from "../../../../platform/money/amount.js";
import type { AddressFacts } from "../cart-facts.js";

/** The totals of Magento after which another total can be computed, in their order. */
export const totalPlaces = ["subtotal", "discount", "shipping", "tax"] as const;
export type TotalPlace = (typeof totalPlaces)[number];

/** A charge that an extension adds to carts. It is neither taxed nor discounted. */
export interface AddedTotal {
  readonly code: string;
  readonly title: string;
  readonly after: TotalPlace;
  /** Changes whenever the function may compute another amount from the same cart. */
  readonly version: string;
  /** Paths of the settings that it reads. They are read together with the settings of totals. */
  readonly settingPaths: readonly string[];
  /** Returns an amount of zero or more in base currency. It depends on nothing but the cart. */
  readonly compute: (cart: AddedTotalCart) => Amount;
}

/** A cart as such a function sees it. Amounts are in base currency; those of later totals are zero. */
export interface AddedTotalCart {
  readonly storeId: number;
  readonly websiteId: number;
  /** Absent for a guest. */
  readonly customerId: number | undefined;
  readonly customerGroupId: number;
  readonly currency: string;
  readonly isVirtual: boolean;
  readonly lines: readonly { readonly sku: string; readonly qty: Quantity; readonly rowTotal: Amount }[];
  readonly subtotal: Amount;
  /** Zero or less. */
  readonly discount: Amount;
  readonly shipping: Amount;
  readonly tax: Amount;
  readonly shippingMethod: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly destination: AddressFacts;
  /** Values of the attributes that extensions added to the cart. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly setting: (path: string) => string;
}

/** What added totals are computed from besides the cart. */
export interface AddedFacts extends Pick<AddedTotalCart, "fields" | "setting"> {
  readonly totals: readonly AddedTotal[];
}

/** An added total in one currency. */
export interface AddedAmount {
  readonly code: string;
  readonly title: string;
  readonly amount: Amount;
}

/** The totals that extensions added to this process. */
const added: AddedTotal[] = [];

/** Adds a total to those of all carts. Throws if the code is taken. */
export function addTotal(total: AddedTotal): void {
  if (added.some(({ code }) => code === total.code)) throw new Error(`the total ${total.code} exists already`);
  added.push(total);
}

/** Returns the totals that extensions added. */
export const addedTotals = (): readonly AddedTotal[] => added;

/** Returns a text that changes with the added totals; undefined if there are none. */
export const versionOfAdded = (): string | undefined =>
  added.length === 0 ? undefined : added.map(({ code, version }) => `${code} ${version}`).join(", ");
