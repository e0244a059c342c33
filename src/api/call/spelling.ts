/** `customerId` → `customer_id`; snake case stays unchanged. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `customer_id` → `customerId`; camel case stays unchanged. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the form in which the names of PHP methods are compared, which ignore case: `CustomerId` equals `customer_id`. */
export const looseKey = (key: string): string => key.replaceAll("_", "").toLowerCase();

/** Returns a value as PHP writes JSON by default: with escaped slashes and only ASCII characters. */
export const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Whether a text is absent, empty or only white space. */
export const isBlank = (text: string | null | undefined): boolean => (text ?? "").trim() === "";
