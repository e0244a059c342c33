const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes bytes in Base32 (RFC 4648, section 6) without padding, as authenticator apps expect it. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

/** Decodes Base32, ignoring case, padding and spaces. Returns undefined for any other text. */
export function decodeBase32(text: string): Buffer | undefined {
  const plain = text.toUpperCase().replace(/\s|=+$/g, "");
  const values = [...plain].map((letter) => alphabet.indexOf(letter));
  if (values.length === 0 || values.includes(-1)) return undefined;
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
