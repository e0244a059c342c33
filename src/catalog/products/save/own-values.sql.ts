// SQL: models cannot read the values of a store view from JSON columns.
/** SQL of a column with `by_store` values, as text, for the store view `$1`. */
export const inView = (alias: string, column: string): string =>
  `coalesce(${alias}.by_store #>> array[$1::int::text, '${column}'], ${alias}.${column}::text)`;
