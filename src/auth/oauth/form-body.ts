import type { IncomingMessage } from "node:http";
import { readEarly } from "../../http/body.js";
import { type Parameter, readForm } from "./base-string.js";

/** A form of more bytes is none that takes part in a signature here: no route reads forms. */
const limit = 65_536;

/**
 * The parameters of a form body, which are signed with the others; none where the body is of another kind (RFC 5849, 3.4.1.3.1).
 * Throws 413 for a longer one.
 */
export async function formParametersOf(request: IncomingMessage): Promise<readonly Parameter[]> {
  const { "content-type": type = "" } = request.headers;
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return [];
  return readForm((await readEarly(request, limit)).toString());
}
