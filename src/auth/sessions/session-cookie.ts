import { parse } from "cookie";
import type { Config } from "../../config.js";

/** The name that Magento's clients know the cookie by. */
const name = "PHPSESSID";
const form = /^[a-z0-9]{32}$/;

/** The session's token in a `Cookie` header; undefined where there is none, or more than one to choose from. */
export function sessionTokenOf(cookieHeader: string | undefined): string | undefined {
  if (cookieHeader === undefined || !cookieHeader.includes(`${name}=`)) return undefined;
  const several = cookieHeader.split(";").filter((pair) => pair.trim().startsWith(`${name}=`)).length > 1;
  const token = several ? undefined : parse(cookieHeader)[name];
  return token !== undefined && form.test(token) ? token : undefined;
}

/**
 * The `Set-Cookie` header that gives a client its session's token, or with null takes it away. Scripts cannot read it, and
 * other sites' requests do not carry it. It ends with the browser; when it is too old is the server's business.
 */
export function sessionCookie(
  token: string | null,
  { PORTICO_BASE_URL: base }: Pick<Config, "PORTICO_BASE_URL">,
): string {
  const secure = base?.startsWith("https://") ? "; Secure" : "";
  const life = token === null ? "; Max-Age=0" : "";
  return `${name}=${token ?? ""}; Path=/${life}; HttpOnly; SameSite=Lax${secure}`;
}
