import {
  getNamedType,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfigMap,
  type GraphQLInputField,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import { closedSetOf } from "../../contract/closed-set.js";
import { isReadOnly, isRequiredInput } from "../../contract/request-fields.js";
import { alwaysPresent } from "../../contract/shape.js";
import { emptyValueOf, resolverOf } from "./absent-values.js";
import { DateTime } from "./date-time.js";
import { addCamelCase } from "./spellings.js";

type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;

/** Returns the fields of a contract's object type that only GraphQL has. */
export type ExtraFields = (type: GraphQLObjectType) => Fields;

/** Returns the interfaces of a contract's object type. */
export type InterfacesOf = (type: GraphQLObjectType) => GraphQLInterfaceType[];

interface Declared {
  readonly name: string;
  readonly type: GraphQLType;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/**
 * The types of GraphQL, made from those of the contract, by which REST reads and writes: closed sets become enums,
 * times become `DateTime`, and fields that always have a value become non-null.
 */
export class PublicTypes {
  private readonly known = new Map<string, GraphQLNamedType>();

  constructor(
    private readonly moreFields: ExtraFields,
    private readonly interfacesOf: InterfacesOf,
  ) {}

  /** Returns the public form of a type, with its lists and nullability. */
  of<Type extends GraphQLType>(type: Type): Type {
    return wrapLike(type, this.toPublicType(getNamedType(type))) as Type;
  }

  private toPublicType(type: GraphQLNamedType): GraphQLNamedType {
    if (!isObjectType(type) && !isInputObjectType(type)) return type;
    const known = this.known.get(type.name);
    if (known) return known;
    const made = isObjectType(type) ? this.object(type) : this.input(type);
    this.known.set(type.name, made);
    return made;
  }

  private object(type: GraphQLObjectType): GraphQLObjectType {
    const config = type.toConfig();
    return new GraphQLObjectType({
      ...config,
      interfaces: this.interfacesOf(type),
      fields: () => ({ ...this.fieldsOf(type, config.fields as Fields), ...this.moreFields(type) }),
    });
  }

  private fieldsOf(type: GraphQLObjectType, fields: Fields): Fields {
    const present = new Set(alwaysPresent(type));
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => {
        const known = fields[field.name] as Fields[string];
        const made = this.valueOf(field) as GraphQLOutputType;
        const empty = isNonNullType(made) ? undefined : emptyValueOf(type, field);
        const isPresent = (empty !== undefined || present.has(field.name)) && !isNonNullType(made);
        const [own, args] = [isPresent ? new GraphQLNonNull(made) : made, this.arguments(known.args ?? {})];
        return [field.name, { ...known, type: own, args, resolve: resolverOf(empty) }];
      }),
    );
  }

  /** Returns the public form of arguments. */
  arguments(args: Readonly<Record<string, GraphQLArgumentConfig>>): Record<string, GraphQLArgumentConfig> {
    return Object.fromEntries(
      Object.entries(args).map(([name, arg]) => [
        name,
        { ...arg, type: this.valueOf({ name, type: arg.type, extensions: arg.extensions ?? {} }) as GraphQLInputType },
      ]),
    );
  }

  private input(type: GraphQLInputObjectType): GraphQLInputObjectType {
    return new GraphQLInputObjectType({
      ...type.toConfig(),
      fields: () =>
        addCamelCase(
          type.name,
          Object.fromEntries(
            writableFields(type).map(({ name, ...field }): [string, GraphQLInputFieldConfig] => [
              name,
              { ...field, type: this.inputOf({ name, ...field }) },
            ]),
          ),
        ),
    });
  }

  private inputOf(field: Declared): GraphQLInputType {
    const type = this.valueOf(field) as GraphQLInputType;
    return isRequiredInput(field) && !isNonNullType(type) ? new GraphQLNonNull(type) : type;
  }

  /** Returns the public type of a field or an argument. */
  private valueOf(declared: Declared): GraphQLType {
    const { name, type } = declared;
    const set = closedSetOf(declared);
    if (set) return wrapLike(type, set);
    const isTime = getNamedType(type) === GraphQLString && /_at$/.test(name);
    return isTime ? wrapLike(type, DateTime) : this.of(type);
  }
}

/**
 * Returns the fields of an input type that requests can set. Required fields are included, because operations expect
 * them.
 */
function writableFields(
  type: GraphQLInputObjectType,
  within: readonly GraphQLInputObjectType[] = [],
): GraphQLInputField[] {
  return Object.values(type.getFields()).filter((field) => {
    if (isNonNullType(field.type)) return true;
    const inner = getNamedType(field.type);
    const isEmpty = (named: GraphQLInputObjectType) =>
      !within.includes(named) && writableFields(named, [...within, type]).length === 0;
    return !isReadOnly(field) && !(isInputObjectType(inner) && isEmpty(inner));
  });
}

/** Returns a named type with the lists and nullability of another type. */
function wrapLike(type: GraphQLType, named: GraphQLNamedType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(wrapLike(type.ofType as GraphQLType, named) as GraphQLOutputType);
  if (isListType(type)) return new GraphQLList(wrapLike(type.ofType, named));
  return named;
}
