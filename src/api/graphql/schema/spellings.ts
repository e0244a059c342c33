import type { GraphQLInputFieldConfigMap } from "graphql";
import { camelCase, snakeCase } from "../../call/spelling.js";

/** The input types of searches, whose fields have Magento's names in snake case and in camel case. */
const typesWithTwoSpellings: ReadonlySet<string> = new Set([
  "SearchCriteriaInput",
  "CatalogSearchCriteriaInput",
  "FilterGroupInput",
  "FilterInput",
  "SortOrderInput",
]);

/** Argument names with the same meaning as others: GraphQL uses one name for each. */
const renamedArguments: Readonly<Record<string, string>> = { quoteId: "cartId", productSku: "sku" };

/** Returns the name of an argument in GraphQL. */
export const publicName = (argument: string): string => renamedArguments[argument] ?? argument;

/** Adds the fields of search criteria in camel case. Other types stay as they are. */
export function addCamelCase(name: string, fields: GraphQLInputFieldConfigMap): GraphQLInputFieldConfigMap {
  if (!typesWithTwoSpellings.has(name)) return fields;
  const camelCased = Object.entries(fields)
    .filter(([field]) => field.includes("_"))
    .map(([field, config]) => [camelCase(field), { ...config, description: `The same as \`${field}\`.` }]);
  return { ...fields, ...(Object.fromEntries(camelCased) as GraphQLInputFieldConfigMap) };
}

/** Returns search criteria with their names in snake case; if a field comes in both spellings, snake case wins. */
export function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  const spelled: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const snake = snakeCase(name);
    if (snake === name || !(snake in value)) spelled[snake] = toSnakeCase(inner);
  }
  return spelled;
}
