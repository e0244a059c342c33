/** The time of the transaction by the database's clock, as text that PostgreSQL understands; a value for models. */
export const now = "now";
