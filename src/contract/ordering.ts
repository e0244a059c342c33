import { getNamedType, type GraphQLField, isInputObjectType } from "graphql";
import type { GraphqlContext } from "../call/kernel.js";
import type { ContractOptions, RestDeclaration } from "./rest.js";

/** Where an operation finds ordering keys of one aggregate. */
export interface KeySource {
  readonly aggregate: string;
  /** Path into the arguments, such as `product.sku`; undefined stands for every key of the aggregate. */
  readonly path: string | undefined;
}

interface Declared {
  readonly field: GraphQLField<unknown, GraphqlContext>;
  readonly declaration: RestDeclaration;
  readonly contract: ContractOptions;
  /** Argument of the first path parameter, which holds the key unless the declaration names others. */
  readonly firstParameter: string | undefined;
  /** What errors call the route. */
  readonly name: string;
}

/**
 * Returns where a route finds its ordering keys. The first source names the entity that the operation changes. Throws when
 * the contract has no aggregate, or when a path names no argument.
 */
export function keySourcesOf({ field, declaration, contract, firstParameter, name }: Declared): readonly KeySource[] {
  const { aggregate } = contract;
  if (aggregate === undefined) {
    throw new Error(
      `${name}: a write that can be queued needs an aggregate: @Contract("Module", { aggregate: "cart" })`,
    );
  }
  const declared = declaration.keys ?? contract.keys ?? [firstParameter ?? "*"];
  return declared.map((key) => {
    const [, named = aggregate, path = ""] = /^(?:([a-z-]+):)?(.+)$/.exec(key) ?? [];
    if (path === "*") return { aggregate: named, path: undefined };
    if (!hasPath(field, path.split("."))) throw new Error(`${name}: the ordering key ${path} is no argument`);
    return { aggregate: named, path };
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
