import {
  saveTakenGroup,
  saveTakenView,
  saveTakenWebsite,
  setDefaultGroup,
  setGroupDefaults,
  setShopSetting,
  shopSettings,
} from "../../store/published.js";
import { type Entity, numberOf, textOf } from "../entity.js";
import { type Item, type Kind, onePage, type Writing } from "../kind.js";
import type { StoreMap } from "../store-map.js";

const named = (type: string, entity: Entity): Item => ({
  key: `${type} ${textOf(entity, "code")}`,
  entity: { ...entity, type },
});

/** Websites before their stores, and these before their views: each refers to the one before, and then the other way round. */
const itemsOf = ({ websites, groups, viewEntities }: StoreMap): readonly Item[] => [
  ...websites.map((website) => named("website", website)),
  ...groups.map((group) => named("store", group)),
  ...viewEntities.map((view) => named("store view", view)),
  ...groups.map((group) => named("defaults of store", group)),
  ...websites.map((website) => named("defaults of website", website)),
];

/** Websites, stores and store views, which are found by their codes. */
export const stores: Kind = {
  name: "stores",
  pages: onePage(({ stores: found }) => Promise.resolve(itemsOf(found))),
  async write({ entity }, to) {
    await writers[textOf(entity, "type")]?.(entity, to);
    to.shop.forgetStores();
  },
  expected({ entity }, { ids }) {
    const type = textOf(entity, "type");
    const kind = { website: "websites", store: "store groups", "store view": "store views" }[type];
    const list = { website: "websites", store: "storeGroups", "store view": "storeViews" }[type];
    if (kind === undefined || list === undefined) return undefined;
    const id = ids.get(kind, numberOf(entity, "id"));
    return [{ path: `/store/${list}#${id}`, body: { id, code: textOf(entity, "code"), name: textOf(entity, "name") } }];
  },
};

type WriteStore = (entity: Entity, to: Writing) => Promise<void>;

const writers: Readonly<Record<string, WriteStore>> = {
  website: async (entity, to) =>
    remember("websites", entity, { to, id: await saveTakenWebsite(to.shop.db, taken(entity)) }),
  store: async (entity, to) => {
    const websiteId = to.ids.get("websites", numberOf(entity, "website_id"));
    const id = await saveTakenGroup(to.shop.db, { ...taken(entity), websiteId });
    remember("store groups", entity, { to, id });
  },
  "store view": async (entity, to) => {
    const id = await saveTakenView(to.shop.db, {
      ...taken(entity),
      websiteId: to.ids.get("websites", numberOf(entity, "website_id")),
      groupId: to.ids.get("store groups", numberOf(entity, "store_group_id")),
      isActive: numberOf(entity, "is_active"),
    });
    remember("store views", entity, { to, id });
  },
  "defaults of store": async (entity, { ids, shop }) => {
    const viewId = ids.find("store views", numberOf(entity, "default_store_id"));
    await setGroupDefaults(shop.db, ids.get("store groups", numberOf(entity, "id")), { viewId });
  },
  "defaults of website": async (entity, { ids, shop }) => {
    const groupId = ids.find("store groups", numberOf(entity, "default_group_id"));
    if (groupId !== undefined) await setDefaultGroup(shop.db, ids.get("websites", numberOf(entity, "id")), groupId);
  },
};

const taken = (entity: Entity) => ({
  id: numberOf(entity, "id"),
  code: textOf(entity, "code"),
  name: textOf(entity, "name"),
});

function remember(kind: string, entity: Entity, { to, id }: { readonly to: Writing; readonly id: number }): void {
  const sourceId = numberOf(entity, "id");
  to.ids.set(kind, sourceId, id);
  if (sourceId !== id) to.note("id", `id ${sourceId} is ${id} in Portico`);
}

/** Sets the root categories of stores, once there are categories. */
export const storeRoots: Kind = {
  name: "root categories",
  pages: onePage(({ stores: { groups } }) => Promise.resolve(groups.map((group) => named("root of store", group)))),
  async write({ entity }, { ids, shop }) {
    const rootCategoryId = ids.find("categories", numberOf(entity, "root_category_id"));
    await setGroupDefaults(shop.db, ids.get("store groups", numberOf(entity, "id")), { rootCategoryId });
  },
};

/** The settings that Magento's REST interface shows, by their field. */
const paths: Readonly<Record<string, string>> = {
  locale: "general/locale/code",
  timezone: "general/locale/timezone",
  weight_unit: "general/locale/weight_unit",
  base_currency_code: "currency/options/base",
  default_display_currency_code: "currency/options/default",
};

/**
 * Locale, time zone, weight unit and currencies. What all store views share is set for all. The interface shows no other settings,
 * and addresses are those of the other shop.
 */
export const settings: Kind = {
  name: "settings",
  pages: onePage(({ stores: { configs } }) => Promise.resolve(settingsOf(configs))),
  async write({ entity }, { shop }) {
    const [path, value, code] = [textOf(entity, "path"), textOf(entity, "value"), textOf(entity, "code")];
    const scope = code === "" ? { scope: "default" } : { scope: "stores", code };
    const [before] = await shopSettings(shop.db, path, scope);
    if (before?.value !== value) await setShopSetting(shop.db, { ...scope, path, value });
  },
  expected({ entity }, { stores: { views } }) {
    const [path, code] = [textOf(entity, "path"), textOf(entity, "code")];
    const field = Object.keys(paths).find((name) => paths[name] === path) ?? "";
    const codes = code === "" ? views.map((view) => view.code) : [code];
    return codes.map((one) => ({ path: `/store/storeConfigs#${one}`, body: { [field]: entity["value"] } }));
  },
};

function settingsOf(configs: readonly Entity[]): readonly Item[] {
  return Object.entries(paths).flatMap(([field, path]) => {
    const values = configs.map((config) => ({ code: textOf(config, "code"), value: textOf(config, field) }));
    const [first] = values;
    if (first === undefined || first.value === "") return [];
    const isShared = values.every(({ value }) => value === first.value);
    const toItem = (code: string, value: string): Item => ({
      key: `${path} ${code}`.trim(),
      entity: { path, value, code },
    });
    return isShared ? [toItem("", first.value)] : values.map(({ code, value }) => toItem(code, value));
  });
}
