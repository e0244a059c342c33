/** The time of the transaction by the database's clock, as PostgreSQL reads it from text: a value for models. */
export const now = "now";
