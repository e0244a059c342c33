import { inputError, type WebapiError } from "../../../api/call/errors.js";
import { knownSettings } from "./known-settings.js";

/** Settings of Magento's shop that are settings of the service here, with their names in its environment. */
const settingsOfService: Readonly<Record<string, string>> = {
  "catalog/price/scope": "PORTICO_PRICE_SCOPE",
  "webapi/webapisecurity/allow_insecure": "PORTICO_ANONYMOUS_CATALOG",
  "oauth/access_token_lifetime/admin": "PORTICO_ADMIN_TOKEN_HOURS",
  "oauth/access_token_lifetime/customer": "PORTICO_CUSTOMER_TOKEN_HOURS",
  "oauth/consumer/enable_integration_as_bearer": "PORTICO_INTEGRATION_BEARER",
  "admin/security/session_lifetime": "PORTICO_ADMIN_SESSION_SECONDS",
  "web/cookie/cookie_lifetime": "PORTICO_CUSTOMER_SESSION_SECONDS",
  "system/smtp/host": "PORTICO_SMTP_URL",
};

/** Returns the error of a path that is no setting of the shop. It names where the setting is, or paths that are similar. */
export function unknownPath(path: string): WebapiError {
  const variable = settingsOfService[path];
  if (variable !== undefined) {
    return inputError("%1 is a setting of the service: set %2 in its environment and start it again.", [
      path,
      variable,
    ]);
  }
  const similar = nearestPaths(path);
  if (similar.length === 0) return inputError('The "%1" path doesn\'t exist. Verify and try again.', [path]);
  return inputError('The "%1" path doesn\'t exist. Similar paths: %2.', [path, similar.join(", ")]);
}

/** Returns the three known paths with the fewest edits, of those that differ in less than a quarter. */
function nearestPaths(path: string): string[] {
  // The distance to a text of another length is at least the difference, and takes longer for a long one.
  const candidates = Object.keys(knownSettings).filter(
    (known) => Math.abs(known.length - path.length) < path.length / 4,
  );
  return candidates
    .map((known) => ({ known, edits: editsBetween(known, path) }))
    .filter(({ edits }) => edits < path.length / 4)
    .sort((one, other) => one.edits - other.edits || (one.known < other.known ? -1 : 1))
    .slice(0, 3)
    .map(({ known }) => known);
}

/** Returns how many letters must be inserted, removed or replaced (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, given] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === given ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
