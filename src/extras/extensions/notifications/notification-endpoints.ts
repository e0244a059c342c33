import type { IncomingHttpHeaders } from "node:http";
import { guest } from "../../../api/auth/actor.js";
import type { Context } from "../../../api/call/context.js";
import { inputError, serviceUnavailable, WebapiError } from "../../../api/call/errors.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import { bodyLimits } from "../../../api/http/body/body.js";
import { BodyShare } from "../../../api/http/body/body-budget.js";
import { readBytes } from "../../../api/http/body/body-bytes.js";
import type { DescribedEndpoint, EndpointCall, EndpointDescription } from "../../../api/http/endpoint.js";
import { Router } from "../../../api/http/router.js";
import { readSettings } from "../../../commerce/store/published.js";
import { broken, titleOf } from "../extension-error.js";
import type { Extension, ExtensionServices, NotificationRoute, SentMessage } from "../extension.types.js";
import { reportFailure, reportSuccess } from "../parts/report.js";
import { withTimeLimit } from "../parts/time-limit.js";
import { recordNotification } from "./notifications.rows.js";

const defaultTimeout = 10_000;
/** Seconds until the sender of a message that failed may send it again. */
const retryAfter = 30;

/** What the endpoints of the notifications of extensions need. */
interface Process {
  readonly kernel: Kernel;
  readonly routes: readonly Route[];
  readonly services: ExtensionServices;
}

/** Creates the endpoints of the notifications of extensions. Throws `ExtensionError` if a path is taken. */
export function notificationEndpoints(extensions: readonly Extension[], process: Process): DescribedEndpoint[] {
  if (extensions.every(({ notifications = [] }) => notifications.length === 0)) return [];
  const taken = new Router(process.routes);
  return extensions.flatMap((extension) =>
    (extension.notifications ?? []).map((route) => {
      const endpoint = endpointOf(extension, route, process);
      if (taken.find(endpoint.method, endpoint.segments))
        throw broken(extension, `the path of the notification ${route.path} is the path of an operation.`);
      return endpoint;
    }),
  );
}

/** Describes the notifications of an extension for the API reference. */
export const notificationDescriptions = (extension: Extension): EndpointDescription[] =>
  (extension.notifications ?? []).map((route) => descriptionOf(extension, route));

const descriptionOf = ({ name }: Extension, { path, description }: NotificationRoute): EndpointDescription => ({
  method: "POST",
  segments: ["V1", name, ...path.split("/")],
  description,
});

function endpointOf(extension: Extension, route: NotificationRoute, process: Process): DescribedEndpoint {
  const part = `notification ${route.path} of ${titleOf(extension)}`;
  return {
    ...descriptionOf(extension, route),
    ignoresAccept: true,
    async answer(call) {
      const body = await readMessage(call, process.kernel);
      const sent = { body, headers: headersOf(call.exchange.request.headers) };
      const id = await atExtension(part, () => verify(route, sent, call.ctx));
      if (id === undefined) throw notSigned();
      if (id === "" || id.length > 255) throw inputError("The id of the message must have 1 to 255 characters.");
      const key = { extension: extension.name, path: route.path, id };
      await atExtension(part, () => handleOnce(route, { ...sent, id }, { key, ctx: call.ctx, ...process }));
      reportSuccess(part);
      return { status: 200, json: "true" };
    },
  };
}

const notSigned = () => new WebapiError("NOT_AUTHORIZED", "The signature of the message is not valid.");

/** Reads a body as bytes, within the limits of guests. Throws 413 and 503. */
function readMessage({ exchange: { request, response } }: EndpointCall, kernel: Kernel): Promise<Buffer> {
  const { bytes, budget } = bodyLimits(kernel, guest);
  return readBytes(request, bytes, new BodyShare(budget, response));
}

/** Runs a function of the extension. Errors for callers are answered; any other counts as a failure, and is answered with 503. */
async function atExtension<Result>(part: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WebapiError) throw error;
    reportFailure(part, error);
    throw serviceUnavailable(retryAfter);
  }
}

function verify(route: NotificationRoute, sent: Omit<SentMessage, "setting">, ctx: Context) {
  const setting = async (path: string) => (await readSettings(ctx.db, [path])).value(path, ctx.scope);
  return withTimeLimit(route.timeout ?? defaultTimeout, () => route.verify({ ...sent, setting }));
}

interface Handling extends Process {
  readonly key: Parameters<typeof recordNotification>[1];
  readonly ctx: Context;
}

/** Handles a message that was not handled before, in one transaction with its record. */
function handleOnce(
  route: NotificationRoute,
  message: Omit<SentMessage, "setting"> & { readonly id: string },
  { key, ctx, services }: Handling,
): Promise<void> {
  return ctx.db.transaction(async (db) => {
    if (!(await recordNotification(db, key))) return;
    const within: Context = { ...ctx, db, isEnclosed: true };
    const handle = () => route.handle(message, services.asSystem(within), services);
    await withTimeLimit(route.timeout ?? defaultTimeout, handle);
  });
}

const headersOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
