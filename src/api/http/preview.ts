import type { IncomingHttpHeaders } from "node:http";
import { inputError } from "../call/errors.js";
import type { Call } from "../call/invoke.js";
import type { Kernel } from "../call/kernel.js";
import { preview } from "../call/preview.js";
import type { Context } from "../call/context.js";
import type { Route } from "../contract/routes/operations.js";
import type { Answer } from "./answer/answer.js";

/** Whether the caller asks for a preview of a write (`Prefer: dry-run`, RFC 7240). */
export const wantsPreview = ({ prefer }: IncomingHttpHeaders): boolean =>
  String(prefer ?? "")
    .split(",")
    .some((preference) => /^\s*dry-run\s*(?:;|$)/i.test(preference));

/** The headers of a preview. */
export const previewHeaders = { "Preference-Applied": "dry-run", Vary: "Prefer" } as const;

/** Calls to preview. */
interface PreviewedCalls {
  readonly route: Route;
  readonly ctx: Context;
  readonly calls: readonly Call[];
}

/**
 * Answers with a preview of calls. Throws 400 for a route without a preview, because a caller who asked for one wants
 * nothing changed.
 */
export async function answerPreview(kernel: Kernel, { route, ctx, calls }: PreviewedCalls): Promise<Answer> {
  const { describe, mediaType } = previewOf(route);
  return {
    status: 200,
    mediaType,
    json: await preview(kernel, { calls, ctx, describe }),
    headers: previewHeaders,
  };
}

/** Returns the preview of a route. Throws 400 if it has none. */
function previewOf(route: Route) {
  if (!route.preview) throw inputError("This route has no preview. Nothing was changed.");
  return route.preview;
}
