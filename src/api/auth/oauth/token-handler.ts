import type { RequestHandler } from "express";
import { render, type WebapiError } from "../../call/errors.js";
import { toWebapiError } from "../../call/failure.js";
import type { Kernel } from "../../call/kernel.js";
import { retryHeaders } from "../../http/answer/answer.js";
import { HttpExchange } from "../../http/http-exchange.js";
import { type ExchangeDependencies, type IssuedToken, issueAccessToken, issueRequestToken } from "./token-exchange.js";

interface FormAnswer {
  readonly status: number;
  readonly form: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Exchange = (request: Parameters<RequestHandler>[0], parts: ExchangeDependencies) => Promise<IssuedToken>;

const exchanges: Readonly<Record<string, Exchange>> = {
  "/token/request": issueRequestToken,
  "/token/access": issueAccessToken,
};

/** The two OAuth 1.0a endpoints below `/oauth` where an integration fetches its tokens. They use forms, not JSON. */
export function tokenHandler({ db, config, log, limits }: Kernel): RequestHandler {
  return async (request, response, next) => {
    const exchange = request.method === "POST" ? exchanges[request.path.replace(/\/$/, "")] : undefined;
    if (!exchange) return next();
    const { requestId, address, log: own } = new HttpExchange(request, response, { config, log });
    let answer: FormAnswer;
    try {
      await limits.countSignIn(address, response);
      const { token, secret } = await exchange(request, { db: db.authentication, config, requestId, address });
      answer = { status: 200, form: { oauth_token: token, oauth_token_secret: secret } };
    } catch (error) {
      const known = toWebapiError(error, own);
      answer = { status: known.status, form: { oauth_problem: problemOf(known) }, headers: retryHeaders(known) };
    }
    own.info({ method: request.method, path: request.originalUrl, status: answer.status }, "request");
    response.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Request-Id": requestId });
    response.set(answer.headers ?? {});
    response.status(answer.status).type("application/x-www-form-urlencoded");
    response.send(new URLSearchParams(answer.form).toString());
  };
}

/** Joins several reasons in one line, each without its full stop. */
function problemOf(error: WebapiError): string {
  if (error.status >= 500) return `internal_error&message=${error.message}`;
  const { errors } = error.details;
  if (!errors) return error.message;
  return errors.map(({ message, parameters }) => render(message, parameters).replace(/\.+$/, "")).join(", ");
}
