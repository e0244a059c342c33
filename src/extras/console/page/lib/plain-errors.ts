import type { Parameters } from "../../../../api/call/errors.js";
import { type Message, textOf } from "./messages.js";
import { t } from "./translate.js";

/** The body of an error, in Magento's shape. */
export interface ErrorBody {
  readonly message?: string;
  readonly parameters?: Parameters;
  readonly errors?: readonly Message[];
  readonly code?: string;
}

/** A response that reports an error. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfter?: number | undefined;
}

/** Whether the server does not have the route, because it is older than this feature of the page. */
export const isMissingRoute = ({ status, body }: ErrorResponse): boolean =>
  (status === 404 && (body.message ?? "").startsWith("Request does not match any route")) || status === 501;

/** Returns the reason for an error response and the next step, in plain words. */
export function plainError(response: ErrorResponse): string {
  const { status, body, retryAfter } = response;
  if (isMissingRoute(response)) return t("This server does not support this feature. Update Portico to use it.");
  if (status === 401) return missingRightMessage(body) ?? message(body);
  if (status === 413)
    return `${t("This is larger than the server accepts. Split it into smaller parts.")} ${message(body)}`.trim();
  if (status === 429) return t("Too many requests. Try again in {{seconds}} seconds.", { seconds: retryAfter ?? 60 });
  if (status === 503) return t("The server is busy or restarting. Try again in a moment.");
  if (status >= 500) return `${t("The server failed.")} ${message(body)}`.trim();
  return message(body) || t("The server rejected the request without a reason. Reload the page and try again.");
}

/** Returns the messages of a body with their parameters filled in. */
function message({ message: template = "", parameters, errors = [] }: ErrorBody): string {
  const reasons = errors.map(textOf);
  // Magento puts this line before a list of reasons, which are more specific.
  const isHeading = reasons.length > 0 && /^One or more input exceptions/.test(template);
  return [...(isHeading ? [] : [textOf({ message: template, ...(parameters ? { parameters } : {}) })]), ...reasons]
    .filter(Boolean)
    .join(" ");
}

function missingRightMessage({ parameters }: ErrorBody): string | undefined {
  if (!parameters || Array.isArray(parameters) || !("resources" in parameters)) return undefined;
  const resources = String(parameters["resources"]).replaceAll(",", ", ");
  return t("Your role does not allow this: it lacks {{resources}}. An administrator of the shop can grant it.", {
    resources,
  });
}
