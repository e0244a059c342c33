type WithoutNulls<Row> = { [Name in keyof Row]?: Exclude<Row[Name], null> };

/** Returns a row without null fields, because Magento leaves them out. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  // A loop, because an order has hundreds of columns and building it from a list of pairs takes three times as long.
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) given[name] = value;
  return given as WithoutNulls<Row>;
}
