import type { AddressFacts, CartState, ShippingRequest } from "../../cart/published.js";
import type { Db } from "../../../platform/db/database.js";
import { type Amount, asAmount, zero } from "../../../platform/money/amount.js";
import { compare } from "../../../platform/money/arithmetic.js";
import { knownPaths, type Settings } from "../../store/published.js";
import type { Carrier } from "./carrier.js";
import { inStorePickup } from "../pickup/in-store.js";
import { flatRate } from "./flat-rate.js";
import { freeShipping } from "./free-shipping.js";
import { tableRates } from "./table-rates.js";

/** The carriers of the shop. Add new carriers here. */
const carriers: Carrier[] = [flatRate, tableRates, freeShipping, inStorePickup];

const pathsOf = ({ code }: Carrier) => knownPaths(`carriers/${code}`);

const paths = carriers.flatMap(pathsOf);

/** Paths of the settings that rates depend on. */
export const carrierPaths: readonly string[] = paths;

/** Adds the carrier of an extension, whose settings are known already. Throws if its code is taken. */
export function addCarrier(carrier: Carrier): void {
  if (carriers.some(({ code }) => code === carrier.code)) throw new Error(`the carrier ${carrier.code} exists already`);
  carriers.push(carrier);
  paths.push(...pathsOf(carrier));
}

/** A rate of a carrier, with an error if the carrier cannot deliver. */
export interface CarrierRate {
  readonly carrierCode: string;
  readonly carrierTitle: string;
  readonly methodCode: string | null;
  readonly methodTitle?: string;
  /** In base currency. */
  readonly price: Amount;
  readonly error: string;
}

/** Computes the rates of all carriers for a shipment: by the order in the settings, then by price. */
export type ComputeAllRates = (request: ShippingRequest) => CarrierRate[];

interface RatedCart {
  readonly cart: Pick<CartState, "store" | "store_id" | "items">;
  readonly destination: AddressFacts;
  readonly settings: Settings;
  /** Code of the only carrier to ask; all by default. */
  readonly only?: string | undefined;
}

/** Reads the data that carriers need besides the cart and returns the function that computes their rates. */
export async function prepareRates(db: Db, rated: RatedCart): Promise<ComputeAllRates> {
  const selected = carriers.filter(({ code }) => rated.only === undefined || code === rated.only);
  const prepared = await Promise.all(selected.map((carrier) => prepareCarrier(db, carrier, rated)));
  const carriersOfCart = prepared.flatMap((one) => one ?? []);
  return (request) => {
    const groups = carriersOfCart.map(({ sortOrder, rate }) => ({ sortOrder, rates: rate(request) }));
    return groups
      .sort((one, other) => one.sortOrder - other.sortOrder || comparePrices(one.rates, other.rates))
      .flatMap(({ rates }) => rates);
  };
}

/** Compares the lowest prices of two carriers. A carrier that cannot deliver comes first. */
const comparePrices = ([one]: readonly CarrierRate[], [other]: readonly CarrierRate[]): number =>
  compare(priceOf(one), priceOf(other));

const priceOf = (rate: CarrierRate | undefined): Amount =>
  rate === undefined || rate.methodCode === null ? asAmount(-1) : rate.price;

async function prepareCarrier(db: Db, carrier: Carrier, { cart, destination, settings }: RatedCart) {
  const { code, isAlwaysShown = false } = carrier;
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const setting = (name: string) => settings.value(`carriers/${code}/${name}`, scope);
  if (setting("active") !== "1" || destination.countryId === undefined) return undefined;
  const isShown = setting("showmethod") === "1";
  const carrierTitle = setting("title");
  const error = setting("specificerrmsg");
  const refused: CarrierRate = { carrierCode: code, carrierTitle, methodCode: null, price: zero, error };
  const sortOrder = Math.trunc(Number(setting("sort_order"))) || 0;
  if (setting("sallowspecific") === "1" && !setting("specificcountry").split(",").includes(destination.countryId)) {
    return { sortOrder, rate: () => (isShown ? [refused] : []) };
  }
  const compute = await carrier.prepare({ db, websiteId: scope.websiteId, destination, lines: cart.items, setting });
  const rate: ComputeAllRates = (request) => {
    const methods = [...compute(request)].sort((one, other) => compare(one.price, other.price));
    if (methods.length === 0) return isShown || isAlwaysShown ? [refused] : [];
    return methods.map((method) => ({
      carrierCode: code,
      carrierTitle,
      methodCode: method.code,
      methodTitle: method.title,
      price: method.price,
      error: "",
    }));
  };
  return { sortOrder, rate };
}
