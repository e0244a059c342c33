/** The message for a URL key that is taken in an overlapping scope. */
export const urlKeyTaken = "URL key for specified store already exists.";

/**
 * Returns a name as a URL segment: lower case, without accents, everything but letters and digits replaced by hyphens.
 */
export const toUrlKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
