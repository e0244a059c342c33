/** A name and a value, decoded. */
export type Parameter = readonly [name: string, value: string];

/** What a signature is made of (RFC 5849, 3.4.1). */
export interface SignedRequest {
  readonly method: string;
  /** Scheme, host and path as the client addressed them, without the query. */
  readonly address: string;
  /** Those of the header, the query and a form body, but for the signature itself. */
  readonly parameters: readonly Parameter[];
}

/** Encodes as RFC 3986 says: all but letters, digits, `-`, `.`, `_` and `~`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The text that is signed. Parameters are sorted by name and then by value, each as it is encoded. */
export function baseString({ method, address, parameters }: SignedRequest): string {
  const encoded = parameters.map(([name, value]): Parameter => [percentEncode(name), percentEncode(value)]);
  encoded.sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue));
  const joined = encoded.map(([name, value]) => `${name}=${value}`).join("&");
  return [method.toUpperCase(), address, joined].map(percentEncode).join("&");
}

/** What is encoded is ASCII, whose order is that of its bytes. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Parameters of a query or of a form body (`application/x-www-form-urlencoded`), in their order, repeated ones repeated. */
export function readForm(text: string): Parameter[] {
  return pieces(text).map((piece) => {
    const at = piece.indexOf("=");
    return at < 0 ? [decoded(piece), ""] : [decoded(piece.slice(0, at)), decoded(piece.slice(at + 1))];
  });
}

/** As `readForm`, without those that have a name only, such as the `searchCriteria` that asks for everything. */
export const readAssigned = (text: string): Parameter[] =>
  readForm(
    pieces(text)
      .filter((piece) => piece.includes("="))
      .join("&"),
  );

const pieces = (text: string) => text.split("&").filter((piece) => piece !== "");

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
