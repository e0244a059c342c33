/** Code of the source that a shop with a single warehouse uses for all products. It cannot be disabled or deleted. */
export const defaultSource = "default";

/** Returns the form in which source codes are compared, because they are case-insensitive. */
export const sourceKey = (code: string): string => code.toLowerCase();

export const isDefaultSource = (code: string): boolean => sourceKey(code) === defaultSource;
