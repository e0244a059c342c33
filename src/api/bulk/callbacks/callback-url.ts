import type { IncomingHttpHeaders } from "node:http";
import { type CallbackSettings, checkAddress } from "../../../platform/outbound/callback-address.js";
import { inputError } from "../../call/errors.js";

/**
 * Returns the callback address from the header `Callback-Url` or the parameter `callback_url`, or undefined. Throws
 * 400 for an address that the settings do not allow.
 */
export function callbackUrlOf(headers: IncomingHttpHeaders, settings: CallbackSettings): string | undefined {
  const given = headers["callback-url"] ?? headers["callback_url"];
  if (given === undefined) return undefined;
  return allowedUrl(String(given), settings).href;
}

/** Returns an address that the settings allow to call. Throws 400 for any other. */
export function allowedUrl(text: string, settings: CallbackSettings): URL {
  const checked = checkAddress(text, settings);
  if (checked instanceof URL) return checked;
  throw inputError(checked.template, checked.parameters);
}
