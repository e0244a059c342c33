import { WebapiError } from "../../../api/call/errors.js";
import type { ModelName } from "../../../platform/db/models.js";
import { type Entity, entitiesOf, numberOf, textOf } from "../entity.js";
import { type Item, type Kind, onePage, type WriteContext } from "../kind.js";
import type { StoreMap } from "../mapping/store-map.js";

const storeItem = (type: string, entity: Entity): Item => ({
  key: `${type} ${textOf(entity, "code")}`,
  entity: { ...entity, type },
});

/**
 * Websites before their stores, and stores before their views, because each refers to its parent. Defaults follow,
 * because they refer to children.
 */
const itemsOf = ({ websites, groups, viewEntities }: StoreMap): readonly Item[] => [
  ...websites.map((website) => storeItem("website", website)),
  ...groups.map((group) => storeItem("store", group)),
  ...viewEntities.map((view) => storeItem("store view", view)),
  ...groups.map((group) => storeItem("defaults of store", group)),
  ...websites.map((website) => storeItem("defaults of website", website)),
];

/** Websites, stores and store views, matched by code. */
export const stores: Kind = {
  name: "stores",
  pages: onePage(({ stores: found }) => Promise.resolve(itemsOf(found))),
  async write({ entity }, to) {
    await writers[textOf(entity, "type")]?.(entity, to);
  },
  toExpected({ entity }, { ids }) {
    const level = levels[textOf(entity, "type")];
    if (!level) return undefined;
    const id = ids.get(level.kind, numberOf(entity, "id"));
    const body = { id, code: textOf(entity, "code"), name: textOf(entity, "name") };
    return [{ path: `/store/${level.list}#${id}`, body }];
  },
};

/** How websites, stores or store views are read and written. */
interface Level {
  /** Name under which their ids are kept. */
  readonly kind: string;
  /** Last part of their path. */
  readonly list: string;
  /** Name of the argument that creates or changes one. */
  readonly argument: string;
  readonly model: ModelName;
}

const website: Level = { kind: "websites", list: "websites", argument: "website", model: "website" };
const group: Level = { kind: "store groups", list: "storeGroups", argument: "storeGroup", model: "storeGroup" };
const view: Level = { kind: "store views", list: "storeViews", argument: "storeView", model: "store" };

const levels: Readonly<Record<string, Level>> = { website, store: group, "store view": view };

type WriteStore = (entity: Entity, to: WriteContext) => Promise<void>;

const writers: Readonly<Record<string, WriteStore>> = {
  website: async (entity, to) => void (await save(website, { entity }, to)),
  store: async (entity, to) => {
    const website_id = to.ids.get("websites", numberOf(entity, "website_id"));
    await save(group, { entity, creationFields: { website_id } }, to);
  },
  "store view": async (entity, to) => {
    const store_group_id = to.ids.get("store groups", numberOf(entity, "store_group_id"));
    const is_active = numberOf(entity, "is_active");
    const present = await save(view, { entity, creationFields: { store_group_id, is_active } }, to);
    if (present && numberOf(present, "is_active") !== is_active) await setActive(present, is_active, to);
  },
  "defaults of store": async (entity, to) => {
    const default_store_id = to.ids.find("store views", numberOf(entity, "default_store_id"));
    await change(group, { id: to.ids.get("store groups", numberOf(entity, "id")), fields: { default_store_id } }, to);
  },
  "defaults of website": async (entity, to) => {
    const default_group_id = to.ids.find("store groups", numberOf(entity, "default_group_id"));
    await change(website, { id: to.ids.get("websites", numberOf(entity, "id")), fields: { default_group_id } }, to);
  },
};

/** A record to save, and the fields that are set only when it is created. */
interface StoreToSave {
  readonly entity: Entity;
  readonly creationFields?: Entity;
}

/** Creates the record with the code, or renames the existing one. Returns the existing record; undefined if it is new. */
async function save(
  level: Level,
  { entity, creationFields }: StoreToSave,
  to: WriteContext,
): Promise<Entity | undefined> {
  const [sourceId, code, name] = [numberOf(entity, "id"), textOf(entity, "code"), textOf(entity, "name")];
  const found = (await readLevel(level, to)).find((one) => textOf(one, "code") === code);
  const id = found
    ? numberOf(found, "id")
    : await create(level, { sourceId, fields: { code, name, ...creationFields } }, to);
  to.ids.set(level.kind, sourceId, id);
  if (sourceId !== id) to.note("id", `id changed from ${sourceId} to ${id}`);
  if (found) await change(level, { id, fields: { name } }, to);
  return found;
}

const readLevel = async ({ list }: Level, { shop }: WriteContext) => entitiesOf(await shop.get(`/store/${list}`));

interface StoreToCreate {
  readonly sourceId: number;
  readonly fields: Entity;
}

async function create({ list, argument, model }: Level, { sourceId, fields }: StoreToCreate, { shop }: WriteContext) {
  const write = { method: "POST", path: `/store/${list}`, body: { [argument]: fields } } as const;
  const answer = (await shop.create(write, { model, id: sourceId })) as Entity;
  shop.forgetStores();
  return numberOf(answer, "id");
}

interface StoreChange {
  readonly id: number;
  /** Undefined fields stay unchanged. */
  readonly fields: Entity;
}

/** Changes the fields that differ. */
async function change(level: Level, { id, fields }: StoreChange, to: WriteContext): Promise<void> {
  const now = (await readLevel(level, to)).find((one) => numberOf(one, "id") === id) ?? {};
  const differs = ([field, value]: readonly [string, unknown]) => value !== undefined && value !== now[field];
  const body = Object.fromEntries(Object.entries(fields).filter(differs));
  if (Object.keys(body).length === 0) return;
  await to.shop.write({ method: "PUT", path: `/store/${level.list}/${id}`, body: { [level.argument]: body } });
  to.shop.forgetStores();
}

/** Enables or disables a store view. Portico's default store view stays enabled, which is noted. */
async function setActive(present: Entity, is_active: number, to: WriteContext): Promise<void> {
  try {
    await change(view, { id: numberOf(present, "id"), fields: { is_active } }, to);
  } catch (error) {
    if (!(error instanceof WebapiError)) throw error;
    to.note("partly", error.message);
  }
}

/** Sets the root categories of stores, after the categories are imported. */
export const storeRoots: Kind = {
  name: "root categories",
  pages: onePage(({ stores: { groups } }) => Promise.resolve(groups.map((group) => storeItem("root of store", group)))),
  async write({ entity }, to) {
    const root_category_id = to.ids.find("categories", numberOf(entity, "root_category_id"));
    await change(group, { id: to.ids.get("store groups", numberOf(entity, "id")), fields: { root_category_id } }, to);
  },
};

/** Paths of the settings that Magento's REST API returns, by field. */
const paths: Readonly<Record<string, string>> = {
  locale: "general/locale/code",
  timezone: "general/locale/timezone",
  weight_unit: "general/locale/weight_unit",
  base_currency_code: "currency/options/base",
  default_display_currency_code: "currency/options/default",
};

/**
 * Locale, time zone, weight unit and currencies. A value that all store views share is set as the default. The
 * interface returns no other settings except addresses, which belong to the other shop.
 */
export const settings: Kind = {
  name: "settings",
  pages: onePage(({ stores: { configs } }) => Promise.resolve(settingsOf(configs))),
  async write({ entity }, { shop }) {
    const [path, value, code] = [textOf(entity, "path"), textOf(entity, "value"), textOf(entity, "code")];
    const scope = code === "" ? { scope: "default" } : { scope: "stores", scopeCode: code };
    const search = new URLSearchParams({ path, ...scope });
    const [before] = entitiesOf(await shop.get(`/store/settings?${search.toString()}`));
    if (before?.["value"] === value) return;
    const setting = { path, value, scope: scope.scope, ...(code === "" ? {} : { scope_code: code }) };
    await shop.write({ method: "PUT", path: "/store/settings", body: { settings: [setting] } });
  },
  toExpected({ entity }, { stores: { views } }) {
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
