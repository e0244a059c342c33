import { addCarrier, type Carrier, type CarrierInput } from "../../../commerce/checkout/published.extensions.js";
import { carrierSettings, flag, text, addSetting } from "../../../commerce/store/published.settings.js";
import { asAmount } from "../../../platform/money/amount.js";
import type { CarrierExtension, Extension, ShippingRate } from "../extension.types.js";
import { titleOf } from "../extension-error.js";
import { reportFailure, reportSuccess } from "./report.js";
import { ownSettings } from "./settings.js";
import { withTimeLimit } from "./time-limit.js";

const defaultTimeout = 3000;

/** Adds the carriers of an extension with their settings. Throws if a code is taken. */
export function addCarriers(extension: Extension): void {
  for (const carrier of extension.carriers ?? []) {
    const own = { active: flag("0"), title: text(carrier.title), ...ownSettings(carrier.settings) };
    for (const [path, setting] of Object.entries(carrierSettings(carrier.code, own))) addSetting(path, setting);
    addCarrier(asCarrier(extension, carrier));
  }
}

/** Returns the carrier as the shop asks it. One that fails or takes too long is reported, and cannot deliver. */
function asCarrier(extension: Extension, carrier: CarrierExtension): Carrier {
  const title = `carrier ${carrier.code} of ${titleOf(extension)}`;
  const failed = (error: unknown): [] => {
    reportFailure(title, error);
    return [];
  };
  return {
    code: carrier.code,
    prepare: async ({ db, websiteId, destination, lines, setting }: CarrierInput) => {
      const ask = (signal: AbortSignal) => carrier.prepare({ db, websiteId, destination, lines, setting, signal });
      const compute = await withTimeLimit(carrier.timeout ?? defaultTimeout, ask).catch(failed);
      if (Array.isArray(compute)) return () => [];
      return (request) => {
        try {
          const methods = compute(request).map(asMethod);
          reportSuccess(title);
          return methods;
        } catch (error) {
          return failed(error);
        }
      };
    },
  };
}

/** Throws a RangeError for a price that is no decimal, or negative. */
function asMethod({ code, title, price }: ShippingRate) {
  if (!/^\w+$/.test(code) || typeof title !== "string" || !/^\d{1,14}(?:\.\d{1,6})?$/.test(price))
    throw new RangeError(`a rate is not valid: ${JSON.stringify({ code, title, price })}`);
  return { code, title, price: asAmount(price) };
}
