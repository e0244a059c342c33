import type { ServerResponse } from "node:http";
import type { Context } from "./context.js";

/** The header with notices for the caller, which change neither the success of the call nor its error. */
export const noticeHeader = "X-Portico-Notice";

const maxNoticeLength = 1000;

/** Adds a notice to the header of an answer that has not been sent yet, unless the header already has this notice. */
export function sendNotice(response: ServerResponse, text: string): void {
  if (response.headersSent) return;
  const before = response.getHeader(noticeHeader);
  const notices = typeof before === "string" ? before.split("; ") : [];
  // Only printable ASCII is safe in headers.
  const printable = text.replace(/[^\x20-\x7e]/g, "?");
  if (!notices.includes(printable))
    response.setHeader(noticeHeader, [...notices, printable].join("; ").slice(0, maxNoticeLength));
}

/** Sends a notice to the caller and logs it. A queued operation only logs it. */
export function notice({ log, exchange }: Pick<Context, "log" | "exchange">, text: string): void {
  log.info({ notice: text }, "notice");
  if (exchange) sendNotice(exchange.response, text);
}

const maxNamedCodes = 20;

/** Sends a notice about unknown attribute codes, which are ignored as in Magento. */
export function noticeUnknownAttributes(ctx: Pick<Context, "log" | "exchange">, codes: readonly string[]): void {
  if (codes.length === 0) return;
  const named = codes.slice(0, maxNamedCodes).join(", ");
  notice(ctx, `ignored unknown attributes: ${named}${codes.length > maxNamedCodes ? ", ..." : ""}`);
}
