/** A record with the key of the record that refers to it. */
export interface KeyedRecord<Key, Value> {
  readonly key: Key;
  readonly value: Value;
}

/** Returns a list of records for each key, in the order of the keys. A record without a value is left out. */
export function listsOf<Key, Value>(
  keys: readonly Key[],
  found: Iterable<KeyedRecord<Key, Value | undefined>>,
): Value[][] {
  const lists = new Map<Key, Value[]>(keys.map((key) => [key, []]));
  for (const { key, value } of found) if (value !== undefined) lists.get(key)?.push(value);
  return keys.map((key) => lists.get(key) ?? []);
}
