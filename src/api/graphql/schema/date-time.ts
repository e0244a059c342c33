import { GraphQLError, GraphQLScalarType, Kind } from "graphql";
import { utcTime } from "../../contract/dates.js";

/** Checks a time and returns it unchanged, because operations read the same formats as in REST. */
function parse(value: unknown): string {
  if (typeof value === "string" && utcTime(value) !== undefined) return value;
  throw new GraphQLError(`DateTime cannot represent ${JSON.stringify(value)}`);
}

/** Formats a REST time, `2026-01-31 12:00:00` in UTC, as ISO 8601. */
function serialize(value: unknown): string {
  const time = typeof value === "string" ? utcTime(value) : undefined;
  if (time === undefined) throw new GraphQLError(`DateTime cannot represent ${JSON.stringify(value)}`);
  const [day = "", clock = "00:00:00"] = time.split(" ");
  return `${day}T${clock}Z`;
}

/** A point in time. In REST the same field is text in UTC. */
export const DateTime = new GraphQLScalarType<string, string>({
  name: "DateTime",
  description:
    "A point in time: ISO 8601 in UTC, such as `2026-01-31T12:00:00Z`. Arguments can have a time zone; without one they are in UTC.",
  specifiedByURL: "https://scalars.graphql.org/andimarek/date-time.html",
  serialize,
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});
