/** What store views give themselves of a record's values: by store id, by name. */
type OwnValues = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;

/**
 * The `by_store` document after a save in a store view: what is undefined stays, null gives a value up again, so that the
 * global one shows.
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
