import { parse } from "cookie";
import type { Config } from "../../../config.js";
import type { HttpExchange } from "../../http/http-exchange.js";

/** The cookie name that Magento's clients know. */
const name = "PHPSESSID";
const form = /^[a-z0-9]{32}$/;

/** Returns the session token of a `Cookie` header, or undefined if there is none or several. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  if (cookieHeader === undefined || !cookieHeader.includes(`${name}=`)) return undefined;
  const several = cookieHeader.split(";").filter((pair) => pair.trim().startsWith(`${name}=`)).length > 1;
  const token = several ? undefined : parse(cookieHeader)[name];
  return token !== undefined && form.test(token) ? token : undefined;
}

/**
 * Returns the `Set-Cookie` header with a session token; null deletes the cookie. Scripts cannot read the cookie and
 * cross-site requests do not carry it. The cookie lasts until the browser closes; the server enforces the maximum age.
 */
export function sessionCookie(
  token: string | null,
  { PORTICO_BASE_URL: base }: Pick<Config, "PORTICO_BASE_URL">,
): string {
  const secure = base?.startsWith("https://") ? "; Secure" : "";
  const life = token === null ? "; Max-Age=0" : "";
  return `${name}=${token ?? ""}; Path=/${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** The session cookie of a request, which the response can replace. */
export class SessionCookie {
  constructor(
    private readonly exchange: HttpExchange,
    private readonly config: Pick<Config, "PORTICO_BASE_URL">,
  ) {}

  /** The token that the client has after this call: the one set in the response so far, or else the one in the request. */
  get token(): string | undefined {
    const answered = this.exchange.response.getHeader("Set-Cookie");
    const cookie = typeof answered === "string" ? answered.split(";")[0] : this.exchange.request.headers.cookie;
    return sessionTokenOf(cookie);
  }

  /** Sets the cookie of the client, or deletes it for null. */
  set(token: string | null): void {
    this.exchange.response.setHeader("Set-Cookie", sessionCookie(token, this.config));
  }
}
