import { signal } from "@preact/signals";

/** A store view with its settings, of `GET /V1/store/storeConfigs`. */
export interface StoreView {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly website_id: number;
  readonly base_currency_code: string;
  readonly timezone: string;
}

/** The store views of the shop, and the currency of prices for all websites. */
interface Shop {
  readonly views: readonly StoreView[];
  readonly currency: string | undefined;
}

/** What the user may read of the shop; without a view until it is loaded. */
export const shop = signal<Shop>({ views: [], currency: undefined });

/** Code of the store view in whose time zone the page shows and reads times. */
export const chosenView = signal("");

/** Returns the store view whose times are shown: the chosen one, or else the first. */
export const shownView = (): StoreView | undefined => {
  const { views } = shop.value;
  return views.find(({ code }) => code === chosenView.value) ?? views[0];
};

/** Returns the time zone in which the page shows and reads times; that of the browser if the user may not read the shop's. */
export const timeZone = (): string => shownView()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where a price applies. */
interface Place {
  readonly store_id?: number | null;
  readonly website_id?: number | null;
}

/** Returns the base currency of a place, as far as it is known. */
export function currencyOf({ store_id: store, website_id: website }: Place): string | undefined {
  const { views, currency } = shop.value;
  if (store) return views.find(({ id }) => id === store)?.base_currency_code;
  if (website) return views.find((view) => view.website_id === website)?.base_currency_code;
  return currency;
}

/** Returns an amount with the currency of its place: `19.90 EUR`. They stay on one line. */
export function withCurrency(amount: string, place: Place): string {
  const currency = currencyOf(place);
  return currency === undefined ? amount : `${amount}\u00A0${currency}`;
}
