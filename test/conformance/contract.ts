import { readFileSync } from "node:fs";

/** A shape of the contract: JSON Schema in which `$ref` names another shape. */
export interface ContractType {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: ContractType;
  readonly properties?: Readonly<Record<string, ContractType>>;
  readonly required?: readonly string[];
}

/** A route of the specification, with everything known about it. */
export interface ContractRoute {
  readonly module: string;
  readonly edition: string;
  readonly method: string;
  readonly path: string;
  readonly permission: readonly string[];
  /** Argument ← value that the caller's identity provides. */
  readonly forced: Readonly<Record<string, string>>;
  readonly service: string;
  readonly contract: string;
  readonly contractMethod: string;
  readonly topic?: string;
  readonly pathParams?: readonly { readonly name: string; readonly type: string }[];
  readonly query?: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  readonly body?: ContractType;
  readonly response?: ContractType | null;
  /** Inferred from public documents, not certain. */
  readonly derived?: boolean;
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** The 407 routes of the specification, and those of Magento 2.4.7 that it does not list. */
export const contractRoutes = [
  ...(read("routes.json") as readonly ContractRoute[]),
  ...(read("routes-of-2.4.7.json") as readonly ContractRoute[]),
];
const contractTypes = read("types.json") as Readonly<Record<string, ContractType>>;

/** Returns the key of a route: its verb and path, without a trailing slash. */
export const keyOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replace(/\/$/, "")}`;

/** Returns the shape of a type, which is inline or referenced. */
export function resolved(type: ContractType): ContractType {
  if (type.$ref === undefined) return type;
  const found = contractTypes[type.$ref];
  if (!found) throw new Error(`types.json has no ${type.$ref}`);
  return found;
}
