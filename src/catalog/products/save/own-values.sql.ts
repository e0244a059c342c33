/** A column of a record with `by_store`, as text, with the value that the store view `$1` has for it. */
export const inView = (alias: string, column: string): string =>
  `coalesce(${alias}.by_store #>> array[$1::int::text, '${column}'], ${alias}.${column}::text)`;
