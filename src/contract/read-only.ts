/** How the description of a field says that requests cannot set it. */
const phrase = /(?:^|[;.] )(?:computed, and )?(?:read-only|ignored (?:in requests|when sent))\b/i;

/** Whether requests cannot set a field. Its description says so, to readers of REST too, whose requests can hold it. */
export const isReadOnly = (description: string | null | undefined): boolean => phrase.test(description ?? "");
