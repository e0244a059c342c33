// Swagger UI reads OpenAPI 3.0 many times faster than 3.1, so the page shows the description in the older format.

/** Returns an OpenAPI 3.1 description of the service as OpenAPI 3.0.3. Examples stay as they are. */
export function toOpenApi30(description) {
  const { info, ...rest } = description;
  const license = info.license ? { license: { name: info.license.name } } : {};
  return { ...converted(rest), info: { ...info, ...license }, openapi: "3.0.3" };
}

function converted(part) {
  if (Array.isArray(part)) return part.map(converted);
  if (typeof part !== "object" || part === null) return part;
  return entriesOf(withoutNull(part), (key, value) => {
    if (key === "example") return value;
    // The keys of this object are names of fields, not keywords of the format.
    return key === "properties" ? entriesOf(value, (_name, field) => converted(field)) : converted(value);
  });
}

const entriesOf = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** OpenAPI 3.0 has no null type: a schema of one type and null becomes nullable. With several types, null is dropped. */
function withoutNull({ type, anyOf, ...schema }) {
  if (anyOf) {
    const others = anyOf.filter((choice) => choice.type !== "null");
    // All named schemas are objects.
    return others.length === 1
      ? { ...schema, type: "object", nullable: true, allOf: others }
      : { ...schema, anyOf: others };
  }
  if (!Array.isArray(type)) return type === undefined ? schema : { ...schema, type };
  const others = type.filter((name) => name !== "null");
  if (others.length > 1) return schema;
  return { ...schema, type: others[0], ...(others.length < type.length ? { nullable: true } : {}) };
}
