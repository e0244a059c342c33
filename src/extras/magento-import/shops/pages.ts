import { type Entity, entitiesOf, isEntity, numberOf, textOf } from "../entity.js";
import type { Page, ReadContext } from "../kind.js";
import { type Shop, ShopError } from "./shop.js";

/** A filter of search criteria. */
export interface Filter {
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

interface Criteria {
  readonly filters?: readonly Filter[];
  readonly sortBy?: string;
  readonly pageSize?: number;
  readonly currentPage?: number;
  /** Requested fields of the answer. */
  readonly fields?: string | undefined;
}

/** Returns a path with search criteria. Every filter must hold. */
export function withCriteria(path: string, criteria: Criteria): string {
  const query = new URLSearchParams();
  for (const [at, { field, condition, value }] of (criteria.filters ?? []).entries()) {
    const prefix = `searchCriteria[filter_groups][${at}][filters][0]`;
    query.set(`${prefix}[field]`, field);
    query.set(`${prefix}[value]`, value);
    query.set(`${prefix}[condition_type]`, condition);
  }
  if (criteria.sortBy !== undefined) {
    query.set("searchCriteria[sortOrders][0][field]", criteria.sortBy);
    query.set("searchCriteria[sortOrders][0][direction]", "ASC");
  }
  if (criteria.pageSize !== undefined) query.set("searchCriteria[pageSize]", String(criteria.pageSize));
  if (criteria.currentPage !== undefined) query.set("searchCriteria[currentPage]", String(criteria.currentPage));
  if (criteria.fields !== undefined) query.set("fields", criteria.fields);
  return `${path}?${query.toString()}`;
}

const shortListPage = 200;
const maxShortList = 200_000;

/** Reads all of a short list. Throws `ShopError` for pages that are longer than asked for or never end. */
export async function readAll(shop: Shop, path: string, filters: readonly Filter[] = []): Promise<Entity[]> {
  const found: Entity[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const answer = await shop.get(withCriteria(path, { filters, pageSize: shortListPage, currentPage }));
    const items = itemsOf(answer, path, shortListPage);
    found.push(...items);
    if (found.length > maxShortList) throw new ShopError(200, `${path} has more than ${maxShortList} items.`);
    const total = isEntity(answer) ? numberOf(answer, "total_count") : 0;
    if (items.length < shortListPage || found.length >= total) return found;
  }
}

/** Returns the items of a page. Throws `ShopError` for more than were asked for. */
function itemsOf(answer: unknown, path: string, size: number): readonly Entity[] {
  const items = entitiesOf(isEntity(answer) ? answer["items"] : []);
  if (items.length > size) throw new ShopError(200, `${path} answered ${items.length} items for a page of ${size}.`);
  return items;
}

/** A long list, and the fields by which its pages are read. */
export interface LongList {
  readonly path: string;
  /** Field of the id to filter and sort by. */
  readonly idField: string;
  /** Field of the id in an item. */
  readonly idKey: string;
  /** Field of the time of the last change. */
  readonly changedField?: string | undefined;
  readonly fields?: string | undefined;
  readonly filters?: readonly Filter[] | undefined;
  readonly keyOf: (entity: Entity) => string;
}

/**
 * Reads a long list by id, so that it can be continued after any page, and changes during the import do not shift items
 * between pages. Throws `ShopError` for a page that is longer than asked for, and for ids that do not grow.
 */
export async function* longPages(list: LongList, reading: ReadContext): AsyncGenerator<Page> {
  const { source, since, size } = reading;
  const always: Filter[] = [...(list.filters ?? [])];
  if (since !== undefined && list.changedField !== undefined)
    always.push({ field: list.changedField, condition: "gteq", value: since });
  let last = reading.from;
  let before = 0;
  for (;;) {
    const after: Filter[] = last === null ? [] : [{ field: list.idField, condition: "gt", value: last }];
    const answer = await source.get(
      withCriteria(list.path, {
        filters: [...always, ...after],
        sortBy: list.idField,
        pageSize: size,
        currentPage: 1,
        fields: list.fields,
      }),
    );
    const entities = itemsOf(answer, list.path, size);
    const left = isEntity(answer) ? numberOf(answer, "total_count") : entities.length;
    const total = before + left;
    before += entities.length;
    const previous = last;
    last = entities.length > 0 ? textOf(entities[entities.length - 1] ?? {}, list.idKey) : last;
    const isLast = entities.length < size || entities.length >= left;
    if (!isLast && !(Number(last) > Number(previous ?? 0))) {
      throw new ShopError(200, `${list.path} answered the id ${last} after ${previous}: the import would never end.`);
    }
    yield {
      total,
      cursor: isLast ? null : last,
      items: entities.map((entity) => ({ key: list.keyOf(entity), entity })),
    };
    if (isLast) return;
  }
}

/** Reads the next page while the current one is being used. */
export async function* readAhead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]();
  const next = () => {
    const reading = iterator.next();
    // The consumer of the value handles the failure.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = next();
  for (;;) {
    const result = await reading;
    if (result.done === true) return;
    reading = next();
    yield result.value;
  }
}
