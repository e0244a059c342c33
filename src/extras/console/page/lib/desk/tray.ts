import { computed, effect, signal } from "@preact/signals";
import { user } from "../session.js";
import { isSame } from "./amounts.js";
import type { TrayChange } from "./products.js";

type Tray = Readonly<Record<string, TrayChange>>;

/** The changes by their prices. They stay in the browser's storage, so that a reload and the end of a session lose none. */
export const tray = signal<Tray>({});
export const trayCount = computed(() => Object.keys(tray.value).length);

/** Maximum number of changes, for which the storage of a browser suffices. */
export const trayLimit = 20_000;

const storageKey = (name: string) => `portico-console-prices-${name}`;
let owner: string | null | undefined;

effect(() => {
  const name = user.value;
  // Read in any case, so that each change of it is stored.
  const changes = tray.value;
  if (name && name !== owner) {
    owner = name;
    tray.value = stored(name);
  } else if (name) localStorage.setItem(storageKey(name), JSON.stringify(changes));
});

function stored(name: string): Tray {
  try {
    return (JSON.parse(localStorage.getItem(storageKey(name)) ?? "{}") ?? {}) as Tray;
  } catch {
    return {};
  }
}

type Price = Pick<TrayChange, "sku" | "kind" | "store">;

const keyOf = ({ sku, kind, store }: Price): string => JSON.stringify([sku.toLowerCase(), kind, store]);

/** Returns the entered change of a price. */
export const changeOf = (price: Price): TrayChange | undefined => tray.value[keyOf(price)];

/** Adds changes. One that equals the stored amount removes the change of its price. */
export function enter(changes: readonly TrayChange[]): void {
  const next: Record<string, TrayChange> = { ...tray.value };
  for (const change of changes) {
    if (isSame(change.old, change.value)) Reflect.deleteProperty(next, keyOf(change));
    else next[keyOf(change)] = change;
  }
  tray.value = next;
}

/** Removes changes. */
export function discard(prices: readonly Price[]): void {
  const gone = new Set(prices.map(keyOf));
  tray.value = Object.fromEntries(Object.entries(tray.value).filter(([key]) => !gone.has(key)));
}
