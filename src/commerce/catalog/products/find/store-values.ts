/** Store view values of a record: by store id and name. */
type OwnValues = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;

/**
 * Returns the `by_store` document after a save in a store view: undefined keeps a value, null deletes it so that the
 * global value applies.
 */
export function withOwnValues(
  byStore: unknown,
  storeId: number,
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Record<string, Record<string, string | number | boolean>> {
  const before = (typeof byStore === "object" && byStore !== null ? byStore : {}) as OwnValues;
  const own = new Map(Object.entries(before[String(storeId)] ?? {}));
  for (const [name, value] of Object.entries(values)) {
    if (value === null) own.delete(name);
    else if (value !== undefined) own.set(name, value);
  }
  return { ...before, [String(storeId)]: Object.fromEntries(own) };
}
