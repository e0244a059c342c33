/** Code of the source that every product of a single warehouse is in. It cannot be disabled or deleted. */
export const defaultSource = "default";

/** Returns the form in which source codes are compared: they are unique in any case. */
export const sourceKey = (code: string): string => code.toLowerCase();

export const isDefaultSource = (code: string): boolean => sourceKey(code) === defaultSource;
