import { getNamedType, type GraphQLField, isInputObjectType } from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import type { ContractOptions, RestDeclaration } from "../rest.js";

/** The source of an operation's ordering keys for one aggregate. */
export interface KeySource {
  readonly aggregate: string;
  /**
   * Path within the arguments, such as `product.sku`; undefined for every key of the aggregate. Of several paths,
   * separated by `|`, the first one with a value is used.
   */
  readonly path: string | undefined;
  /** Text before the value in the key, such as `customer-` for the cart of a customer. */
  readonly prefix?: string;
}

interface Declared {
  readonly field: GraphQLField<unknown, GraphqlContext>;
  readonly declaration: RestDeclaration;
  readonly contract: ContractOptions;
  /** Argument of the first path parameter, which is the default key. */
  readonly firstParameter: string | undefined;
  /** The name of the route in errors. */
  readonly name: string;
}

/**
 * Returns the sources of a route's ordering keys. The first one identifies the entity that the operation changes.
 * Throws if the contract has no aggregate or a path is not an argument.
 */
export function keySourcesOf({ field, declaration, contract, firstParameter, name }: Declared): readonly KeySource[] {
  const { aggregate } = contract;
  if (aggregate === undefined) {
    throw new Error(
      `${name}: a write that can be queued needs an aggregate: @Contract("Module", "Name", { aggregate: "cart" })`,
    );
  }
  const declared = declaration.keys ?? contract.keys ?? [firstParameter ?? "*"];
  return declared.map((key) => {
    const [, named = aggregate, path = ""] = /^(?:([a-z-]+):)?(.+)$/.exec(key) ?? [];
    if (path === "*") return { aggregate: named, path: undefined };
    const [, prefix, inner = path] = /^(.*)\{(.+)\}$/.exec(path) ?? [];
    const unknown = inner.split("|").find((alternative) => !hasPath(field, alternative.split(".")));
    if (unknown !== undefined) throw new Error(`${name}: the ordering key ${unknown} is not an argument`);
    return { aggregate: named, path: inner, ...(prefix === undefined ? {} : { prefix }) };
  });
}

function hasPath(field: GraphQLField<unknown, GraphqlContext>, [argument, ...fields]: readonly string[]): boolean {
  let type = field.args.find((arg) => arg.name === argument)?.type;
  for (const property of fields) {
    const object = type && getNamedType(type);
    type = isInputObjectType(object) ? object.getFields()[property]?.type : undefined;
  }
  return type !== undefined && !isInputObjectType(getNamedType(type));
}
