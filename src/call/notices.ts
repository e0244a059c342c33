import type { ServerResponse } from "node:http";
import type { Context } from "./context.js";

/** The header that says what a caller should know of an answer, although the call succeeded or fails as Magento's would. */
export const noticeHeader = "X-Portico-Notice";

const longestNotice = 1000;

/** Adds a notice to the header of an answer that is not sent yet. A notice that it has already is not repeated. */
export function sendNotice(response: ServerResponse, text: string): void {
  if (response.headersSent) return;
  const before = response.getHeader(noticeHeader);
  const notices = typeof before === "string" ? before.split("; ") : [];
  // Headers hold Latin letters only.
  const notice = text.replace(/[^\x20-\x7e]/g, "?");
  if (!notices.includes(notice))
    response.setHeader(noticeHeader, [...notices, notice].join("; ").slice(0, longestNotice));
}

/** Reports something that does not make the call fail, to the caller and in the log. A queued operation only logs it. */
function giveNotice({ log, exchange }: Pick<Context, "log" | "exchange">, text: string): void {
  log.info({ notice: text }, "notice");
  if (exchange) sendNotice(exchange.response, text);
}

const mostNamed = 20;

/** Notices attribute codes that no attribute has: Magento ignores them. */
export function noticeUnknownAttributes(ctx: Pick<Context, "log" | "exchange">, codes: readonly string[]): void {
  if (codes.length === 0) return;
  const named = codes.slice(0, mostNamed).join(", ");
  giveNotice(ctx, `ignored unknown attributes: ${named}${codes.length > mostNamed ? ", ..." : ""}`);
}
