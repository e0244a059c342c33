import { ApiError, read } from "../api.js";
import type { Website } from "./guard-rails.js";

interface Group {
  readonly id: number;
  readonly code: string;
}

interface StoreView {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly website_id: number;
}

/** Where and for whom prices can differ, as far as the user may read it. */
export interface Places {
  readonly websites: readonly Website[];
  readonly views: readonly StoreView[];
  readonly groups: readonly Group[];
}

/** Returns nothing for what the user may not read. */
export const ifAllowed = async <Item>(path: string): Promise<readonly Item[]> => {
  try {
    const found = await read<readonly Item[] | { readonly items: readonly Item[] }>(path);
    return "items" in found ? found.items : found;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return [];
    throw error;
  }
};

/** Reads the customer groups. */
export const readGroups = (): Promise<readonly Group[]> =>
  ifAllowed<Group>("/V1/customerGroups/search?searchCriteria=");

/** Reads the websites, store views and customer groups. */
export async function readPlaces(): Promise<Places> {
  const [websites, views, groups] = await Promise.all([
    ifAllowed<Website>("/V1/store/websites"),
    ifAllowed<StoreView>("/V1/store/storeViews"),
    readGroups(),
  ]);
  return { websites, views: views.filter(({ id }) => id !== 0), groups };
}
