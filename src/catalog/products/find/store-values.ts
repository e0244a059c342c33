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
  const own: Record<string, string | number | boolean> = { ...before[String(storeId)] };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete own[name];
    else if (value !== undefined) own[name] = value;
  }
  return { ...before, [String(storeId)]: own };
}
