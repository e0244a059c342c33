import { signal } from "@preact/signals";

/** The queries of saved views by their names. */
type SavedViews = Readonly<Record<string, string>>;

const storageKey = "portico-console-price-views";

function stored(): SavedViews {
  try {
    return (JSON.parse(localStorage.getItem(storageKey) ?? "{}") ?? {}) as SavedViews;
  } catch {
    return {};
  }
}

/** The views that this browser knows. */
export const savedViews = signal(stored());

function keep(views: SavedViews): void {
  savedViews.value = views;
  localStorage.setItem(storageKey, JSON.stringify(views));
}

export const saveView = (name: string, query: string): void => keep({ ...savedViews.value, [name]: query });

export const deleteView = (name: string): void =>
  keep(Object.fromEntries(Object.entries(savedViews.value).filter(([other]) => other !== name)));
