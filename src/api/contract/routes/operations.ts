import { getNamedType, type GraphQLField, type GraphQLSchema, isInputObjectType } from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import { type MethodCall, methodCall, type ResolverMethod } from "../../call/method-call.js";
import { snakeCase } from "../../call/spelling.js";
import { type CompiledRoute, compileLazily } from "./compiled-route.js";
import { type KeySource, keySourcesOf } from "./ordering.js";
import { contractOf, type ContractOptions, type Edition, type Method, type RestDeclaration } from "../rest.js";

/** A root field of the schema, which is the single implementation of all of its routes. */
export interface Operation {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly description: string;
  readonly field: GraphQLField<unknown, GraphqlContext>;
  /** The resolver class. */
  readonly target: object;
  /** Calls the resolver method. Only `invoke` may use it. */
  readonly call: MethodCall;
  readonly routes: readonly Route[];
  /** Whether a mutation starts its own transactions. */
  readonly ownTransaction: boolean;
}

/** A REST route of an operation, with everything derived from its declaration. */
export interface Route extends CompiledRoute {
  readonly operation: Operation;
  readonly method: Method;
  /** `/V1/products/:sku`. */
  readonly path: string;
  /** `GET /V1/products/:sku`; identifies the route in rows and messages. */
  readonly line: string;
  readonly segments: readonly string[];
  /** Names of the path parameters in their order. */
  readonly parameters: readonly string[];
  readonly permission: readonly string[];
  readonly bind: NonNullable<RestDeclaration["bind"]>;
  /** The target of each path parameter: an argument (`sku`) or a field of an input object (`product.sku`). */
  readonly targets: Readonly<Record<string, string>>;
  readonly edition: Edition;
  readonly publicRead: boolean;
  readonly admit: RestDeclaration["admit"];
  /** Describes the changes of a call before they are undone; undefined for a route without a preview. */
  readonly preview: RestDeclaration["preview"];
  readonly errorStatuses: readonly (401 | 422)[];
  /** Path of the event stream that follows the answer, if there is one. */
  readonly events: string | undefined;
  /** Whether the body of the request or of the answer can be a file. */
  readonly file: RestDeclaration["file"];
  /** Sources of the ordering keys of a queued operation; empty if it cannot be queued. */
  readonly keySources: readonly KeySource[];
  /** Module of the contract, such as `Catalog`. */
  readonly module: string;
  /** `Magento\Catalog\Api\SpecialPriceStorageInterface` and its method. */
  readonly contract: string;
  readonly contractMethod: string;
  /** The service name for `schema?services=`: `catalogSpecialPriceStorageV1`. */
  readonly service: string;
  /** Topic of a write that can be queued: `async.magento.catalog.api.specialpricestorageinterface.update.post`. */
  readonly topic: string | undefined;
  /** Whether it has asynchronous and bulk forms. */
  readonly queueable: boolean;
}

/** Whether a call with a file queues it. A route that only reads the file answers at once. */
export const queuesFile = ({ file, operation }: Route): boolean => file === "request" && operation.kind === "mutation";

/** Returns the operations of the schema with their routes. Throws at startup if a declaration breaks a rule. */
export function collectOperations(schema: GraphQLSchema): Operation[] {
  const roots = [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
  ] as const;
  const operations = roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field: GraphQLField<unknown, GraphqlContext>) =>
      operationOf(kind, field),
    ),
  );
  checkUniqueRoutes(operations);
  return operations;
}

/** Methods that a route of a query may have: some reads of Magento take their arguments in the body of a POST or a PUT. */
const readingMethods: ReadonlySet<Method> = new Set(["GET", "POST", "PUT"]);

function operationOf(kind: Operation["kind"], field: GraphQLField<unknown, GraphqlContext>): Operation {
  const routes: Route[] = [];
  if (!field.description) throw new Error(`${field.name}: an operation needs a description`);
  const { name, description } = field;
  const method = field.extensions["method"] as ResolverMethod | undefined;
  if (!method) throw new Error(`${name}: an operation needs a route, which gives it its permission`);
  const ownTransaction = field.extensions["ownTransaction"] === true;
  const operation: Operation = {
    name,
    kind,
    description,
    field,
    target: method.target,
    call: methodCall(method),
    routes,
    ownTransaction,
  };
  for (const [key, value] of Object.entries(field.extensions)) {
    if (key.startsWith("rest:")) routes.push(routeOf(operation, value as RestDeclaration));
  }
  return operation;
}

function routeOf(operation: Operation, declaration: RestDeclaration): Route {
  const { method, path_: path, bind = {}, edition = "open-source", publicRead = false, immediate } = declaration;
  const { field } = operation;
  const line = `${method} ${path}`;
  const name = `${operation.name} (${line})`;
  checkMethod(operation, method, name);
  checkBindings(field, bind, name);
  const segments = path.split("/").filter((segment) => segment !== "");
  const parameters = segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1));
  const targets: Record<string, string> = {};
  for (const parameter of parameters) {
    targets[parameter] = declaration.path?.[parameter] ?? targetOf(field, parameter, name);
  }
  const queueable = method !== "GET" && immediate !== true;
  const { admit, preview, events, file, checkBody } = declaration;
  const firstParameter = targets[parameters[0] ?? ""];
  const contract = contractFor(field, declaration, name);
  return {
    operation,
    method,
    path,
    line,
    segments,
    parameters,
    permission: declaration.permission,
    bind,
    targets,
    edition,
    publicRead,
    ...{ admit, preview, events, file },
    errorStatuses: declaration.errorStatuses ?? [],
    ...namesOf(contract, method),
    queueable,
    keySources: queueable ? keySourcesOf({ field, declaration, contract, firstParameter, name }) : [],
    ...compileLazily({ args: field.args, bind, targets, checkBody }, field.type),
  };
}

/** Throws if the method of a route does not fit a query or a mutation. */
function checkMethod({ kind }: Operation, method: Method, name: string): void {
  if (method === "GET" && kind === "mutation") throw new Error(`${name}: a GET route only reads, so it is a query`);
  if (kind === "query" && !readingMethods.has(method)) throw new Error(`${name}: a query has GET, POST or PUT routes`);
}

function checkBindings(field: GraphQLField<unknown, GraphqlContext>, bind: Route["bind"], name: string): void {
  for (const bound of Object.keys(bind)) {
    if (!field.args.some((arg) => arg.name === bound.split(".")[0])) {
      throw new Error(`${name}: binds ${bound}, which is not an argument`);
    }
  }
}

/** Returns the names of a route outside REST. */
function namesOf({ module, name, contractMethod }: RouteContract, method: Method) {
  const topic = `async.magento.${module}.api.${name}interface.${contractMethod}.${method}`.toLowerCase();
  return {
    module,
    contract: `Magento\\${module}\\Api\\${name}Interface`,
    contractMethod,
    // A contract with the name of its module does not repeat it.
    service: `${module.charAt(0).toLowerCase()}${module.slice(1)}${name === module ? "" : name}V1`,
    topic: method === "GET" ? undefined : topic,
  };
}

/**
 * Returns the target of a path parameter: the argument of that name, or the field of the only input object with that name
 * in snake case or `id`.
 */
function targetOf(field: GraphQLField<unknown, GraphqlContext>, name: string, line: string): string {
  if (field.args.some((arg) => arg.name === name)) return name;
  const objects = field.args.filter((arg) => isInputObjectType(getNamedType(arg.type)));
  const [only, ...others] = objects;
  const type = only && others.length === 0 ? getNamedType(only.type) : undefined;
  if (only && isInputObjectType(type)) {
    const fields = type.getFields();
    const wanted = [snakeCase(name), ...(/id$/i.test(name) ? ["id"] : [])].find((key) => key in fields);
    if (wanted) return `${only.name}.${wanted}`;
  }
  throw new Error(`${line}: :${name} is neither an argument nor a field of the one input object`);
}

/** The contract of a route with the contract method that the route calls. */
interface RouteContract extends ContractOptions {
  readonly module: string;
  readonly name: string;
  readonly contractMethod: string;
}

function contractFor(
  field: GraphQLField<unknown, GraphqlContext>,
  { as }: RestDeclaration,
  line: string,
): RouteContract {
  const method = field.extensions["method"] as ResolverMethod | undefined;
  const found = method && contractOf(method.target);
  if (!method || !found) throw new Error(`${line}: its class needs @Contract`);
  const [name = found.name, contractMethod = String(method.name)] = as?.split(".") ?? [];
  return { ...found, name, contractMethod };
}

function checkUniqueRoutes(operations: readonly Operation[]): void {
  const seen = new Map<string, string>();
  for (const { name, routes } of operations) {
    for (const { method, path } of routes) {
      const shape = `${method} ${path.replace(/:[^/]+/g, ":")}`;
      const other = seen.get(shape);
      if (other) throw new Error(`${method} ${path} is a route of ${other} and of ${name}`);
      seen.set(shape, name);
    }
  }
}
