/** A decoded name and value. */
export type Parameter = readonly [name: string, value: string];

/** The parts of a signature base string (RFC 5849, 3.4.1). */
export interface SignedRequest {
  readonly method: string;
  /** Scheme, host and path as the client addressed them, without query. */
  readonly address: string;
  /** Parameters of the header, the query and a form body, except the signature. */
  readonly parameters: readonly Parameter[];
}

/** Encodes text as RFC 3986 requires: everything but letters, digits, `-`, `.`, `_` and `~`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the signature base string. Parameters are sorted by encoded name and value. */
export function baseString({ method, address, parameters }: SignedRequest): string {
  const encoded = parameters.map(([name, value]): Parameter => [percentEncode(name), percentEncode(value)]);
  encoded.sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue));
  const joined = encoded.map(([name, value]) => `${name}=${value}`).join("&");
  return [method.toUpperCase(), address, joined].map(percentEncode).join("&");
}

/** Encoded text is ASCII, so string order is byte order. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns the parameters of a query or form body (`application/x-www-form-urlencoded`) in order, with repetitions. */
export function readForm(text: string): Parameter[] {
  return pieces(text).map((piece) => {
    const at = piece.indexOf("=");
    return at < 0 ? [decode(piece), ""] : [decode(piece.slice(0, at)), decode(piece.slice(at + 1))];
  });
}

/** Like `readForm`, without parameters that have no value, such as a bare `searchCriteria`. */
export const readAssigned = (text: string): Parameter[] =>
  readForm(
    pieces(text)
      .filter((piece) => piece.includes("="))
      .join("&"),
  );

const pieces = (text: string) => text.split("&").filter((piece) => piece !== "");

function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
