import type { ModelName } from "../../platform/db/models.js";
import { type Entity, isEntity, numberOf, textOf } from "./entity.js";
import { type Expected, type Item, type Kind, onePage, type ReadContext, type WriteContext } from "./kind.js";
import type { Write } from "./shops/local-shop.js";

/** A kind whose entities have an id and are matched by a code, a name or a similar key. */
export interface ListKind {
  readonly name: string;
  /** Reads the entities of a shop, in the order in which they are written. */
  readonly read: (
    shop: ReadContext["source"] | WriteContext["shop"],
    stores: ReadContext["stores"],
  ) => Promise<readonly Entity[]>;
  readonly idField: string;
  /** Returns the key of an entity; undefined if it is matched only by the id of an earlier import. */
  readonly keyOf?: (entity: Entity) => string;
  readonly nameOf: (entity: Entity) => string;
  /** The table of the ids. */
  readonly model: ModelName;
  /** Returns the body of an entity with the ids of Portico, for requests and for comparisons. */
  readonly body: (entity: Entity, to: WriteContext) => Promise<Entity> | Entity;
  readonly create: (body: Entity) => Write;
  readonly update: (body: Entity, id: number) => Write;
  /** Writes the dependent data of an entity. */
  readonly after?: (entity: Entity, id: number, to: WriteContext) => Promise<void>;
  /** Returns the expected answer of Portico for an entity. */
  readonly compare?: (entity: Entity, id: number, to: WriteContext) => Expected | undefined;
}

interface KnownEntities {
  readonly byKey: ReadonlyMap<string, number>;
  readonly ids: ReadonlySet<number>;
}

/** Makes a kind whose entities are created or updated one by one, and keep their ids if these are free. */
export function listKind(list: ListKind): Kind {
  const toItem = (entity: Entity): Item => ({ key: list.nameOf(entity), entity });
  return {
    name: list.name,
    pages: onePage(async ({ source, stores }) => (await list.read(source, stores)).map(toItem)),
    write: (item, to) => writeEntity(list, item.entity, to),
    toExpected({ entity }, to) {
      const id = to.ids.find(list.name, textOf(entity, list.idField));
      if (id === undefined) return [];
      const one = list.compare?.(entity, id, to);
      return one && [one];
    },
  };
}

async function writeEntity(list: ListKind, entity: Entity, to: WriteContext): Promise<void> {
  const sourceId = numberOf(entity, list.idField);
  const known = await to.cached(list.name, () => readKnown(list, to));
  const mapped = to.ids.find(list.name, sourceId);
  const found =
    (mapped !== undefined && known.ids.has(mapped) ? mapped : undefined) ??
    (list.keyOf ? known.byKey.get(list.keyOf(entity)) : undefined);
  const body = await list.body(entity, to);
  const id =
    found === undefined
      ? idOfCreated(list, await to.shop.create(list.create(body), { model: list.model, id: sourceId }))
      : found;
  if (found !== undefined) await to.shop.write(list.update(body, found));
  to.ids.set(list.name, sourceId, id);
  if (id !== sourceId) to.note("id", `id changed from ${sourceId} to ${id}`);
  await list.after?.(entity, id, to);
}

async function readKnown(list: ListKind, to: WriteContext): Promise<KnownEntities> {
  const entities = await list.read(to.shop, to.stores);
  const { keyOf } = list;
  return {
    byKey: new Map(keyOf ? entities.map((entity) => [keyOf(entity), numberOf(entity, list.idField)]) : []),
    ids: new Set(entities.map((entity) => numberOf(entity, list.idField))),
  };
}

/** Returns the id of a new entity. The answer is the entity or its id. */
function idOfCreated(list: ListKind, answer: unknown): number {
  return isEntity(answer) ? numberOf(answer, list.idField) : Number(answer);
}
