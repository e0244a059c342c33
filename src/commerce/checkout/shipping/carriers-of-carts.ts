import { addressOf, type AddressFacts, type CartState, type Carriers } from "../../cart/published.js";
import { pickupNameOf } from "../pickup/pickup-of-cart.js";
import { carrierPaths, prepareRates } from "./rates.js";

/** The carriers for totals of carts. Only the carrier of the chosen method is asked. */
export const carriers: Carriers = {
  settingPaths: carrierPaths,
  prepare: async (db, cart, settings) => {
    const chosen = addressOf(cart, "shipping")?.shipping_method ?? "";
    const only = chosen.split("_")[0] ?? "";
    if (only === "") return () => undefined;
    const rateAll = await prepareRates(db, { cart, destination: destinationOf(cart), settings, only });
    const pickupName = await pickupNameOf(db, cart);
    return (request) => {
      for (const { carrierCode, methodCode, carrierTitle, methodTitle = "", price } of rateAll(request)) {
        if (methodCode === null || `${carrierCode}_${methodCode}` !== chosen) continue;
        return { carrierCode, methodCode, carrierTitle, methodTitle: pickupName ?? methodTitle, price };
      }
      return undefined;
    };
  },
};

/** Returns the known parts of the destination of a cart. */
export function destinationOf(cart: CartState): AddressFacts {
  const { country_id, region_id, region, postcode } = addressOf(cart, "shipping") ?? {};
  return {
    ...(country_id ? { countryId: country_id } : {}),
    ...(region_id ? { regionId: region_id } : {}),
    ...(region ? { region } : {}),
    ...(postcode ? { postcode } : {}),
  };
}
