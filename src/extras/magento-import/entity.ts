import { fieldNames } from "../../api/contract/shape.js";

/** An object of a shop's answer. */
export type Entity = Readonly<Record<string, unknown>>;

export const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects of a list; an empty list for any other value. */
export const entitiesOf = (value: unknown): readonly Entity[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isEntity) : [];

/** Returns the values of a list; an empty list for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns the object in a field. Magento writes an empty object as a list. */
export function partOf(entity: Entity, field: string): Entity {
  const part = entity[field];
  return isEntity(part) ? part : {};
}

/** Returns the text of a field; empty if there is none. */
export function textOf(entity: Entity, field: string): string {
  const value = entity[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the number of a field; 0 if there is none. */
export const numberOf = (entity: Entity, field: string): number => Number(textOf(entity, field)) || 0;

/** Returns an entity without fields. */
export const without = (entity: Entity, ...fields: readonly string[]): Entity =>
  Object.fromEntries(Object.entries(entity).filter(([field]) => !fields.includes(field)));

/** Returns the named fields of an entity, without those it does not have. */
export const pick = (entity: Entity, fields: readonly string[]): Entity =>
  Object.fromEntries(fields.flatMap((field) => (entity[field] === undefined ? [] : [[field, entity[field]]])));

/** Returns the fields of an entity that a shape has, except the named ones. */
export const pickFields = (entity: Entity, shape: object, ...except: readonly string[]): Entity =>
  pick(
    entity,
    fieldNames(shape).filter((field) => !except.includes(field)),
  );

/** Returns the custom attributes of an entity by code. */
export const attributesOf = (entity: Entity): ReadonlyMap<string, unknown> =>
  new Map(
    entitiesOf(entity["custom_attributes"]).map((attribute) => [
      textOf(attribute, "attribute_code"),
      attribute["value"],
    ]),
  );

/** Converts custom attributes to the format of requests. */
export const customAttributes = (values: ReadonlyMap<string, unknown>): readonly Entity[] =>
  [...values].map(([attribute_code, value]) => ({ attribute_code, value }));

/** Sorts entities by an id. New rows get ids in the order in which they are sent, so consecutive ids stay the same. */
export const byId = (entities: readonly Entity[], id: string): readonly Entity[] =>
  [...entities].sort((one, other) => numberOf(one, id) - numberOf(other, id));

/** Returns the lowest id in a list of entities, 0 without any, and how many consecutive ids their rows need from it on. */
export function idsFrom(entities: unknown, field: string): { readonly id: number; readonly rows: number } {
  const ids = entitiesOf(entities).map((entity) => numberOf(entity, field));
  return { id: ids.length > 0 ? Math.min(...ids) : 0, rows: ids.length };
}
