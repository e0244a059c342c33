import { headerInvalid } from "./problems.js";

/** The protocol parameters of an `Authorization` header, by name. */
export type OauthParameters = ReadonlyMap<string, string>;

/** Whether an `Authorization` header has the OAuth scheme, case-insensitive. */
export function isOauth(header: string | undefined): header is string {
  // The first letter is enough to rule out bearer tokens, which most calls have.
  return header !== undefined && (header.charCodeAt(0) | 0x20) === 0x6f && /^oauth(?:\s|$)/i.test(header);
}

/** One parameter: its name and its value, quoted or not, followed by a comma or the end. */
const parameter = /\s*([^\s=,"]+)\s*=\s*(?:"([^"]*)"|([^\s,"]*))\s*(?:,|$)/y;

/**
 * Reads the parameters of an OAuth header (RFC 5849, 3.5.1) without `realm`. Names are case-sensitive. Throws 400 for a
 * repeated parameter and for a malformed header.
 */
export function readOauthHeader(header: string): OauthParameters {
  const text = header.slice("oauth".length).trim();
  const found = new Map<string, string>();
  parameter.lastIndex = 0;
  while (parameter.lastIndex < text.length) {
    const [, name, quoted, bare] = parameter.exec(text) ?? [];
    if (name === undefined) throw headerInvalid();
    const key = decode(name);
    if (key.toLowerCase() === "realm") continue;
    if (found.has(key)) throw headerInvalid();
    found.set(key, decode(quoted ?? bare ?? ""));
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw headerInvalid();
  }
}
