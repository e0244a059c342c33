/** Matches the descriptions of fields that requests cannot set. */
const phrase = /(?:^|[;.] )(?:computed, and )?(?:read-only|ignored (?:in requests|when sent))\b/i;

/** Whether requests cannot set a field, according to its description, which readers of the REST documentation see too. */
export const isReadOnly = (description: string | null | undefined): boolean => phrase.test(description ?? "");
