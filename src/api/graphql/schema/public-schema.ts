import {
  assertValidSchema,
  type GraphQLFieldConfigMap,
  type GraphQLInputType,
  isInputType,
  isObjectType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  isOutputType,
  parseType,
  typeFromAST,
} from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import type { DomainGraph, Edge, GraphArgument, GraphSubscription, NodeKey } from "../../contract/graph.js";
import type { Operation } from "../../contract/routes/operations.js";
import { countAnswers } from "../documents/counted-answers.js";
import { edgeField } from "../edges.js";
import { node, nodeField, nodeId, nodeIdField } from "./nodes.js";
import { type FieldDependencies, operationField } from "./operation-fields.js";
import { connectionFields, isSearchResult, itemOf } from "./page-types.js";
import { PublicTypes } from "./public-types.js";
import { subscriptionField } from "../subscriptions.js";
import { failedRowFields, userErrors, userErrorsField } from "./user-errors.js";
import { writtenRecords, writtenRecordsField } from "./written-records.js";

type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;

/** Contract, operations and domain graphs that form the GraphQL schema. */
export interface SchemaSources {
  /** The schema of the contract, by which REST reads and writes. */
  readonly contract: GraphQLSchema;
  readonly operations: readonly Operation[];
  readonly graphs: readonly DomainGraph[];
}

/**
 * Builds the schema of GraphQL: the operations of the contract with enums, times and pages, the edges between their types,
 * and subscriptions. Throws for an edge or a subscription that breaks a rule.
 */
export function buildPublicSchema(parts: SchemaSources): GraphQLSchema {
  const builder = new SchemaBuilder(parts);
  const schema = new GraphQLSchema({
    query: builder.root("query"),
    mutation: builder.root("mutation"),
    subscription: builder.subscription(),
  });
  assertValidSchema(schema);
  countAnswers(schema);
  return schema;
}

class SchemaBuilder {
  private readonly contract: GraphQLSchema;
  private readonly operations: readonly Operation[];
  private readonly edges: readonly Edge[];
  private readonly subscriptions: readonly GraphSubscription[];
  private readonly nodes: ReadonlyMap<string, NodeKey>;
  private readonly dependencies: FieldDependencies;

  constructor({ contract, operations, graphs }: SchemaSources) {
    this.contract = contract;
    this.operations = operations;
    // The open-source edition lacks some types.
    this.edges = graphs.flatMap(({ edges = [] }) => edges).filter(({ on }) => contract.getType(on));
    this.subscriptions = graphs.flatMap(({ subscriptions = [] }) => subscriptions);
    for (const edge of this.edges) this.check(edge);
    this.nodes = new Map(graphs.flatMap(({ nodes = {} }) => Object.entries(nodes)));
    this.dependencies = {
      types: new PublicTypes(
        (type) => this.extraFields(type),
        (type) => (this.nodes.has(type.name) ? [node] : []),
      ),
      needs: needsOf(this.edges).set(nodeIdField, [...new Set([...this.nodes.values()].map(({ field }) => field))]),
      cursors: new Map(graphs.flatMap(({ cursors = {} }) => Object.entries(cursors))),
      failedRows: new Map(graphs.flatMap(({ failedRows = {} }) => Object.entries(failedRows))),
    };
  }

  root(kind: Operation["kind"]): GraphQLObjectType {
    const fields = this.fieldsOfOperations(kind);
    if (kind === "query") {
      const byId = nodeField({ nodes: this.nodes, operations: this.operations, needs: this.dependencies.needs });
      return new GraphQLObjectType({ name: "Query", fields: { ...fields, node: byId } });
    }
    const outcome = {
      [userErrorsField]: userErrors([...this.dependencies.failedRows.values()]),
      [writtenRecordsField]: writtenRecords(this.operations, this.fieldsOfOperations("query")),
    };
    return new GraphQLObjectType({ name: "Mutation", fields: { ...fields, ...outcome } });
  }

  private fieldsOfOperations(kind: Operation["kind"]): Fields {
    const operations = this.operations.filter((operation) => operation.kind === kind);
    return Object.fromEntries(
      operations.map((operation) => [operation.name, operationField(operation, this.dependencies)]),
    ) as Fields;
  }

  subscription(): GraphQLObjectType {
    return new GraphQLObjectType({
      name: "Subscription",
      fields: Object.fromEntries(this.subscriptions.map((declared) => [declared.name, this.subscriptionOf(declared)])),
    });
  }

  private subscriptionOf(declared: GraphSubscription): Fields[string] {
    const query = this.operations.find(({ name, kind }) => name === declared.like && kind === "query");
    if (!query)
      throw new Error(`${declared.name}: the query ${declared.like}, which sets its permission, does not exist`);
    return subscriptionField(declared, query, {
      type: this.output(declared.type, declared.name),
      args: this.arguments(declared.args, declared.name),
    });
  }

  private extraFields(type: GraphQLObjectType): Fields {
    const { types, cursors, needs, failedRows } = this.dependencies;
    const rows = failedRows.get(type.name);
    const key = this.nodes.get(type.name);
    const isPage = isSearchResult(type);
    const page = isPage ? connectionFields(type, types, cursors.has(itemOf(type).name)) : {};
    const edges = this.edges.filter(({ on }) => on === type.name);
    const fields = edges.map((edge) => {
      const name = `${edge.on}.${edge.name}`;
      const made = { type: this.output(edge.type, name), args: this.arguments(edge.args ?? {}, name), needs };
      return [edge.name, edgeField(edge, made)];
    });
    const own = key ? { [nodeIdField]: nodeId(type, key) } : {};
    return { ...own, ...page, ...(rows ? failedRowFields(rows) : {}), ...(Object.fromEntries(fields) as Fields) };
  }

  /**
   * Throws for an edge that is also a field of the contract, that needs an unknown field, or whose error would null its
   * record.
   */
  private check({ on, name, type, needs }: Edge): void {
    const fields = this.fieldsOf(on);
    if (name in fields) throw new Error(`${on}.${name} is a field of the contract and cannot also be an edge`);
    const unknown = needs.find((field) => !(field in fields));
    if (unknown !== undefined) throw new Error(`${on}.${name} needs ${unknown}, which is not a field of ${on}`);
    if (type.endsWith("!"))
      throw new Error(`${on}.${name}: the type of an edge must be nullable, so that an error affects only the edge`);
  }

  private fieldsOf(name: string) {
    const type = this.contract.getType(name);
    if (!isObjectType(type)) throw new Error(`${name}: only object types can have edges`);
    return type.getFields();
  }

  private output(text: string, name: string): GraphQLOutputType {
    const type = this.typeNamed(text, name);
    if (!isOutputType(type)) throw new Error(`${name}: ${text} is not an output type`);
    return this.dependencies.types.of(type);
  }

  private arguments(args: Readonly<Record<string, GraphArgument>>, name: string) {
    const config = Object.entries(args).map(([key, { type, oneOf, ...more }]) => [
      key,
      { ...more, type: this.input(type, name), extensions: oneOf ? { closedSet: oneOf } : {} },
    ]);
    return this.dependencies.types.arguments(Object.fromEntries(config) as Record<string, { type: GraphQLInputType }>);
  }

  private input(text: string, name: string): GraphQLInputType {
    const type = this.typeNamed(text, name);
    if (!isInputType(type)) throw new Error(`${name}: ${text} is not an input type`);
    return type;
  }

  private typeNamed(text: string, name: string) {
    const type = typeFromAST(this.contract, parseType(text));
    if (!type) throw new Error(`${name}: the type ${text} does not exist`);
    return type;
  }
}

/** Returns the fields that edges need, by the name of the edge; edges of several types can have the same name. */
function needsOf(edges: readonly Edge[]): Map<string, readonly string[]> {
  const needs = new Map<string, readonly string[]>();
  for (const { name, needs: fields } of edges) needs.set(name, [...new Set([...(needs.get(name) ?? []), ...fields])]);
  return needs;
}
