import { type Entity, entitiesOf, numberOf, textOf, without } from "../entity.js";
import { type Item, type Kind, onePage, type ReadContext, type WriteContext } from "../kind.js";
import { readAll } from "../shops/pages.js";

const path = "/products/attributes";

/** Fields that are derived from others, or that Portico sets itself. */
const derived = [
  ...["attribute_id", "entity_type_id", "options", "view_labels", "default_value", "is_user_defined"],
  ...["backend_type", "backend_model", "source_model", "validation_rules", "custom_attributes", "extension_attributes"],
];

async function readAttributes({ source, stores }: ReadContext): Promise<readonly Item[]> {
  const attributes = await readAll(source, path);
  const byView = await Promise.all(
    stores.views.map(async ({ id, code }) => ({ id, labels: await labelsIn(source, code) })),
  );
  return attributes.map((attribute) => {
    const code = textOf(attribute, "attribute_code");
    const view_labels = Object.fromEntries(byView.map(({ id, labels }) => [id, labels.get(code) ?? {}]));
    return { key: code, entity: { ...attribute, view_labels } };
  });
}

/** Returns the labels of the options in a store view, by attribute and option. */
async function labelsIn(source: ReadContext["source"], store: string): Promise<ReadonlyMap<string, Entity>> {
  const inView = { get: (requestedPath: string) => source.get(requestedPath, store), ask: source.ask.bind(source) };
  const attributes = await readAll(inView, path);
  return new Map(
    attributes.map((attribute) => [
      textOf(attribute, "attribute_code"),
      Object.fromEntries(optionsOf(attribute).map((option) => [textOf(option, "value"), textOf(option, "label")])),
    ]),
  );
}

/** The options of an attribute, without the empty option at the beginning of Magento's lists. */
const optionsOf = (attribute: Entity): readonly Entity[] =>
  entitiesOf(attribute["options"]).filter((option) => textOf(option, "value") !== "");

/** The name under which the ids of all options are kept, because they are unique across attributes. */
export const allOptions = "attribute options";

/** The name under which the ids of an attribute's options are kept. */
const optionKind = (code: string) => `options of ${code}`;

/** Product attributes with their options. Options have no code, so those of one attribute are found by their label. */
export const attributes: Kind = {
  name: "attributes",
  pages: onePage(readAttributes),
  async write({ key: code, entity }, to) {
    const known = await to.cached("attributes", async () => byCode(await readAll(to.shop, path)));
    const found = known.get(code);
    const body = { attribute: { ...bodyOf(entity, to), ...(found ? { attribute_id: found["attribute_id"] } : {}) } };
    const isOwn = !found || found["is_user_defined"] === true;
    if (!found && entity["is_user_defined"] !== true)
      to.note("partly", `${code} belongs to a module in the source; created as a custom attribute`);
    const id = numberOf(entity, "attribute_id");
    const saved = found
      ? isOwn
        ? await to.shop.write({ method: "PUT", path: `${path}/${code}`, body, fields: "attribute_id" })
        : found
      : await to.shop.create({ method: "POST", path, body, fields: "attribute_id" }, { model: "attribute", id });
    const savedId = numberOf(saved as Entity, "attribute_id");
    to.ids.set("attributes", id, savedId);
    if (savedId !== id) to.note("id", `attribute id changed from ${id} to ${savedId}`);
    if (isOwn) await writeOptions({ code, entity, found }, to);
  },
  toExpected({ key: code, entity }, to) {
    const labels = optionsOf(entity).map((option) => ({ label: option["label"] }));
    const isOwn = entity["is_user_defined"] === true && labels.length > 0;
    const body = { ...without(bodyOf(entity, to), "frontend_labels"), ...(isOwn ? { options: labels } : {}) };
    return entity["is_user_defined"] === true ? [{ path: `${path}/${code}`, body }] : undefined;
  },
};

const byCode = (found: readonly Entity[]): ReadonlyMap<string, Entity> =>
  new Map(found.map((attribute) => [textOf(attribute, "attribute_code"), attribute]));

function bodyOf(entity: Entity, { ids }: WriteContext): Entity {
  const labels = entitiesOf(entity["frontend_labels"]).flatMap((label) => {
    const storeId = ids.find("store views", numberOf(label, "store_id"));
    return storeId === undefined ? [] : [{ store_id: storeId, label: label["label"] }];
  });
  const hasOptions = optionsOf(entity).length > 0;
  return {
    ...without(entity, ...derived),
    frontend_labels: [{ store_id: 0, label: entity["default_frontend_label"] }, ...labels],
    // The default of an attribute with options is one of them, and is set with them; an empty one is none.
    ...(isDefault(entity["default_value"], hasOptions) ? { default_value: entity["default_value"] } : {}),
  };
}

const isDefault = (value: unknown, hasOptions: boolean): boolean => (hasOptions ? value === "" : value != null);

interface AttributeWithOptions {
  readonly code: string;
  readonly entity: Entity;
  /** The existing attribute in Portico. */
  readonly found: Entity | undefined;
}

async function writeOptions({ code, entity, found }: AttributeWithOptions, to: WriteContext): Promise<void> {
  const known = new Map(found ? optionsOf(found).map((option) => [labelOf(option), textOf(option, "value")]) : []);
  const sorted = [...optionsOf(entity).entries()].sort(
    ([, one], [, other]) => numberOf(one, "value") - numberOf(other, "value"),
  );
  for (const [place, option] of sorted) {
    const sourceId = textOf(option, "value");
    const targetId = known.get(labelOf(option)) ?? (await addOption({ code, entity, place }, option, to));
    to.ids.set(optionKind(code), sourceId, targetId);
    to.ids.set(allOptions, sourceId, targetId);
    if (sourceId !== targetId) to.note("id", `id of option ${labelOf(option)} changed from ${sourceId} to ${targetId}`);
  }
}

const labelOf = (option: Entity) => textOf(option, "label").trim();

interface Place {
  readonly code: string;
  readonly entity: Entity;
  /** Its position among the options. */
  readonly place: number;
}

async function addOption({ code, entity, place }: Place, option: Entity, to: WriteContext): Promise<string> {
  const value = textOf(option, "value");
  const labels = entity["view_labels"] as Readonly<Record<string, Entity>>;
  const store_labels = to.stores.views.flatMap(({ id }) => {
    const label = textOf(labels[id] ?? {}, value);
    const storeId = to.ids.find("store views", id);
    return label === "" || label === labelOf(option) || storeId === undefined ? [] : [{ store_id: storeId, label }];
  });
  const defaults = textOf(entity, "default_value").split(",");
  const body = {
    option: { label: labelOf(option), sort_order: place + 1, is_default: defaults.includes(value), store_labels },
  };
  const write = { method: "POST", path: `${path}/${code}/options`, body } as const;
  const answer = await to.shop.create(write, { model: "attributeOption", id: Number(value) });
  return String(answer).replace(/^id_/, "");
}

/** Returns a value of a product with the ids of Portico's options. */
export function mappedValue(code: string, value: unknown, { ids }: Pick<WriteContext, "ids">): unknown {
  if (code === "tax_class_id") return String(ids.find("tax classes", Number(value)) ?? value);
  if (typeof value !== "string" && typeof value !== "number") return value;
  const parts = String(value).split(",");
  if (parts.every((part) => ids.find(optionKind(code), part) === undefined)) return value;
  return parts.map((part) => ids.find(optionKind(code), part) ?? part).join(",");
}
