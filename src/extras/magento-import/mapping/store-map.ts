import { type Entity, entitiesOf, numberOf, textOf } from "../entity.js";
import type { Shop } from "../shops/shop.js";

/** A store view of the source. */
interface SourceView {
  readonly id: number;
  readonly code: string;
  readonly websiteId: number;
}

/** The websites, stores and store views of the source, without those of the admin panel. */
export interface StoreMap {
  readonly websites: readonly Entity[];
  readonly groups: readonly Entity[];
  readonly views: readonly SourceView[];
  readonly viewEntities: readonly Entity[];
  readonly configs: readonly Entity[];
}

const withoutAdmin = (answer: unknown): readonly Entity[] =>
  entitiesOf(answer).filter((entity) => numberOf(entity, "id") !== 0);

/** Reads the stores of a source. */
export async function readStores(source: Shop): Promise<StoreMap> {
  const [websites, groups, views, configs] = await Promise.all(
    ["websites", "storeGroups", "storeViews", "storeConfigs"].map(async (name) =>
      withoutAdmin(await source.get(`/store/${name}`)),
    ),
  );
  return {
    websites: websites ?? [],
    groups: groups ?? [],
    viewEntities: views ?? [],
    views: (views ?? []).map((view) => ({
      id: numberOf(view, "id"),
      code: textOf(view, "code"),
      websiteId: numberOf(view, "website_id"),
    })),
    configs: configs ?? [],
  };
}

/** Returns the base URL of media files of the source: that of its first store view, or the default one. */
export function mediaUrlOf(stores: StoreMap, url: string): string {
  const first = stores.configs[0];
  const found = first ? textOf(first, "secure_base_media_url") || textOf(first, "base_media_url") : "";
  return found === "" ? `${url}/media/` : found;
}
