type WithoutNulls<Row> = { [Name in keyof Row]?: Exclude<Row[Name], null> };

/** Magento leaves out fields without a value. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>;
}
