/**
 * Returns the models for the generated client. PostgreSQL's decimals and times become text, and bigint becomes a
 * number, as in `Db.query`. Values arrive exactly as stored, without a conversion or an object per value: Prisma's own
 * classes would lose the scale of a decimal and the microseconds of a time. Migrations compare with the original
 * models.
 */
export function asClientModels(schema, output) {
  return schema
    .replace(/^(\s*output\s*=\s*).*$/m, (_, start) => start + JSON.stringify(output))
    .split("\n")
    .map(asClientField)
    .join("\n");
}

const clientTypes = { Decimal: "String", DateTime: "String", BigInt: "Float" };

function asClientField(line) {
  const field = /^(\s+\w+\s+)(Decimal|DateTime|BigInt)\b(.*)$/.exec(line);
  if (!field) return line;
  const [, name, type, attributes] = field;
  return `${name}${clientTypes[type]}${withDatabaseDefault(attributes.replace(/\s@db\.\w+(?:\([^)]*\))?/, ""))}`;
}

/** Leaves a default to the database, because its value does not have the client's type. */
function withDatabaseDefault(attributes) {
  return attributes.replace(/@default\((\w+(?:\([^)]*\))?)\)/, (_, value) => `@default(dbgenerated("${value}"))`);
}
