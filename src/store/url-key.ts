/** Why a URL key is refused that something else has where it would hold. */
export const urlKeyTaken = "URL key for specified store already exists.";

/** A name as part of an address: lower case, accents dropped, everything but letters and digits as hyphens. */
export const toUrlKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
