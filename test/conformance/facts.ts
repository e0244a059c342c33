import { readFileSync } from "node:fs";

/** A type of the description of 2.4.7: a JSON type, the name of an object type, or `[…]` for a list. */
export type TypeName = string;

interface RouteFacts {
  readonly query?: readonly string[];
  readonly body?: TypeName;
  readonly answer?: TypeName;
}

/** What the description of Magento 2.4.7 says. A field that is not required ends in `?`. */
interface Facts {
  readonly routes: Readonly<Record<string, RouteFacts>>;
  /** The answer to every asynchronous call. */
  readonly accepted: TypeName;
  readonly types: Readonly<Record<string, Readonly<Record<string, TypeName>>>>;
}

const path = new URL("contract-2.4.7.json", import.meta.url);
export const facts = JSON.parse(readFileSync(path, "utf8")) as Facts;

/** Returns the type of the items of a list; undefined for another type. */
export const itemOf = (type: TypeName): TypeName | undefined => /^\[(.+)\]$/.exec(type)?.[1];

/** Whether a type is a definition with a name, not the body of one route. */
export const isNamed = (type: TypeName): boolean => facts.types[type] !== undefined && !type.endsWith(" body");

/** Returns a path without the names of its parameters, which differ between descriptions. */
export const shapeOfPath = (template: string): string => template.replace(/\{[^}]*\}|:[^/]+/g, ":").replace(/\/$/, "");
