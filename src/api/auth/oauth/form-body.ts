import type { IncomingMessage } from "node:http";
import { readBodyEarly } from "../../http/body/body-bytes.js";
import { type Parameter, readForm } from "./base-string.js";

/** Maximum size of a form in bytes. No route reads forms, so signed calls need no larger ones. */
const limit = 65_536;

/**
 * Returns the parameters of a form body, which are part of the signature; none for another media type (RFC 5849,
 * 3.4.1.3.1). Throws 413 for a larger form.
 */
export async function formParametersOf(request: IncomingMessage): Promise<readonly Parameter[]> {
  const { "content-type": type = "" } = request.headers;
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return [];
  return readForm((await readBodyEarly(request, limit)).toString());
}
