// SQL: relations for the statements of other domains, which models cannot join.

/** The stored bulks. */
export const bulks = "(select uuid from bulk)";

/** The operations of bulks with their status. */
export const bulkOperations = "(select bulk_uuid, status from bulk_operation)";
