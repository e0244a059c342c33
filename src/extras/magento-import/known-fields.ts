import { getNullableType, type GraphQLInputType, isInputObjectType, isListType } from "graphql";
import type { Route } from "../../api/contract/routes/operations.js";
import { type Entity, isEntity, listOf } from "./entity.js";

/** Reports a field that Portico does not have. */
export type OnUnknown = (path: string) => void;

/**
 * Returns a body with only the fields that the route declares. Fields of extensions, which Portico would reject, are
 * left out and reported.
 */
export function knownFields(route: Route, body: Entity, onUnknown: OnUnknown): Entity {
  const known: Record<string, unknown> = {};
  for (const { name, type } of route.operation.field.args) {
    const value = body[name];
    if (value !== undefined) known[name] = knownPart(type, value, { path: "", onUnknown });
  }
  return known;
}

interface Place {
  readonly path: string;
  readonly onUnknown: OnUnknown;
}

function knownPart(type: GraphQLInputType, value: unknown, place: Place): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const ofType = nullable.ofType;
    return value === null ? null : listOf(value).map((item) => knownPart(ofType, item, place));
  }
  if (!isInputObjectType(nullable)) return value;
  // Magento writes an empty object as a list.
  if (!isEntity(value)) return value === null ? null : {};
  const fields = nullable.getFields();
  const known: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const field = fields[name];
    if (field) known[name] = knownPart(field.type, part, { ...place, path });
    else place.onUnknown(path);
  }
  return known;
}
