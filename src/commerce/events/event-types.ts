import { admits, type Actor } from "../../api/auth/actor.js";
import { priceKind } from "../pricing/closed-sets.types.js";

/** The JSON Schema of a field in an event's data that comes from no REST shape. */
type FieldSchema = Readonly<Record<string, unknown>>;

/** The fields of an event's data. */
interface DataFields {
  /** Name of the shape that has the fields. */
  readonly shape?: string;
  /** Fields of the shape that each event has. */
  readonly required?: readonly string[];
  /** Fields of the shape that an event may have. */
  readonly optional?: readonly string[];
  /** Fields without a shape; each event has all of them. */
  readonly own?: Readonly<Record<string, FieldSchema>>;
}

/** The read that returns the object of an event. */
interface ObjectRead {
  /** Method and path of the route. */
  readonly line: string;
  /** Arguments of the route, each with the field of the data that has its value. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** A type of event. */
export interface EventDeclaration {
  /** When it happens, and which data it has. */
  readonly about: string;
  /** The resource that a caller needs to see it: the resource of the route that reads the same data. */
  readonly permission: string;
  /** The object that a full event has besides the data; absent if the type has none. */
  readonly object?: ObjectRead;
  readonly data: DataFields;
}

const order = {
  permission: "Magento_Sales::actions_view",
  object: { line: "GET /V1/orders/:id", arguments: { id: "entity_id" } },
  data: {
    shape: "Order",
    required: ["entity_id", "increment_id", "store_id", "state", "status"],
    optional: [
      ...["ext_order_id", "customer_id", "order_currency_code", "base_currency_code", "grand_total"],
      "base_grand_total",
    ],
  },
} as const;

const documentFields = ["entity_id", "increment_id", "order_id", "store_id"] as const;
const amounts = ["state", "order_currency_code", "grand_total"] as const;

const price = { type: ["number", "null"], description: "In the base currency of the scope; null if it was deleted." };
const time = { type: ["string", "null"], description: "`YYYY-MM-DD hh:mm:ss`; null for no limit." };

/** The types of events. Data has the names and units of the REST API. */
export const eventTypes = {
  "order.placed": {
    about: "An order was placed; imported orders cause no event. Fields that identify the order, and its totals.",
    ...order,
  },
  "order.state_changed": {
    about: "The state or the status of an order changed. Fields as for `order.placed`.",
    ...order,
  },
  "invoice.created": {
    about: "An invoice was created. Its ids, number, state and grand total.",
    permission: "Magento_Sales::sales_invoice",
    object: { line: "GET /V1/invoices/:id", arguments: { id: "entity_id" } },
    data: { shape: "Invoice", required: [...documentFields, ...amounts] },
  },
  "shipment.created": {
    about: "A shipment was created. Its ids, number and total quantity.",
    permission: "Magento_Sales::shipment",
    object: { line: "GET /V1/shipment/:id", arguments: { id: "entity_id" } },
    data: { shape: "Shipment", required: [...documentFields, "total_qty"] },
  },
  "creditmemo.created": {
    about: "A credit memo was created. Its ids, number, state and grand total.",
    permission: "Magento_Sales::sales_creditmemo",
    object: { line: "GET /V1/creditmemo/:id", arguments: { id: "entity_id" } },
    data: { shape: "Creditmemo", required: [...documentFields, ...amounts] },
  },
  "stock.below_threshold": {
    about:
      "The salable quantity of a SKU in a stock fell below `notify_stock_qty`. SKU, stock, quantity and threshold.",
    permission: "Magento_Catalog::catalog_inventory",
    data: {
      own: {
        sku: { type: "string", description: "SKU." },
        stock_id: { type: "integer", description: "Id of the stock." },
        quantity: { type: "number", description: "Salable quantity after the change." },
        notify_stock_qty: { type: "number", description: "The threshold." },
      },
    },
  },
  "product.saved": {
    about: "A product was created or changed by a product route. Id, SKU and type.",
    permission: "Magento_Catalog::products",
    object: { line: "GET /V1/products/:sku", arguments: { sku: "sku" } },
    data: { shape: "Product", required: ["id", "sku", "type_id"] },
  },
  "product.deleted": {
    about: "A product was deleted. Id and SKU.",
    permission: "Magento_Catalog::products",
    data: { shape: "Product", required: ["id", "sku"] },
  },
  "price.changed": {
    about:
      "Product prices were changed by a price route. `kind` (`base`, `special`, `tier` or `cost`), and at most 250 `prices` in the shape of the route; deleted prices are null, and tier prices have only the SKU.",
    permission: "Magento_Catalog::catalog",
    data: {
      own: {
        kind: { type: "string", enum: priceKind.list, description: "Kind of price." },
        prices: {
          type: "array",
          maxItems: 250,
          description: "The prices in the shape of the route that sets them.",
          items: {
            type: "object",
            required: ["sku"],
            properties: {
              sku: { type: "string", description: "SKU." },
              store_id: { type: "integer", description: "Id of the store view; 0 for all of them." },
              ...{ price, cost: price, price_from: time, price_to: time },
            },
          },
        },
      },
    },
  },
  "customer.created": {
    about: "A customer account was created. Id, group, website and store view.",
    permission: "Magento_Customer::customer",
    object: { line: "GET /V1/customers/:customerId", arguments: { customerId: "id" } },
    data: { shape: "Customer", required: ["id", "group_id", "website_id", "store_id"] },
  },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof eventTypes;

/** Returns the declaration of a type. */
export const declarationOf = (type: EventType): EventDeclaration => eventTypes[type];

/** Whether a stored type still exists. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventTypes, type);

const allTypes = Object.keys(eventTypes).filter(isEventType);

/**
 * Returns the types that match one of the patterns: a type, the part before the dot with `*`, such as `order.*`, or `*`.
 */
export const matchingTypes = (patterns: readonly string[]): EventType[] =>
  allTypes.filter((type) =>
    patterns.some((pattern) => pattern === type || pattern === "*" || pattern === `${type.split(".")[0] ?? ""}.*`),
  );

/** Returns the types that match one of the patterns and that the caller may see. */
export const admittedTypes = (actor: Actor, patterns: readonly string[]): EventType[] =>
  matchingTypes(patterns).filter((type) => admits([eventTypes[type].permission], actor));
