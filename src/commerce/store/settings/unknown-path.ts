import { distance } from "fastest-levenshtein";
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
  return Object.keys(knownSettings)
    .map((known) => ({ known, edits: distance(known, path) }))
    .filter(({ edits }) => edits < path.length / 4)
    .sort((one, other) => one.edits - other.edits || (one.known < other.known ? -1 : 1))
    .slice(0, 3)
    .map(({ known }) => known);
}
