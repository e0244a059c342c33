// The types of `portico/extension`. They use no types of Portico's own modules, so that those can change.

/** Version of the interface between Portico and extensions. It changes when an extension must be adapted. */
export const extensionApi = 1;

/** What an extension adds. The module of an extension exports it as `default`. */
export interface Extension {
  /** Lower-case letters, digits and hyphens. It is the prefix of commands and setting paths, with `_` for `-` of tables. */
  readonly name: string;
  readonly version: string;
  /** The `extensionApi` that the extension was written for. */
  readonly api: number;
  /** Folder with the SQL of its own tables, as `new URL("./migrations/", import.meta.url)`: `0001-shelves.sql` and so on. */
  readonly migrations?: URL;
  /** Resolver classes, whose methods are operations. */
  readonly resolvers?: readonly OperationClass[];
  /** Settings of the shop, by their paths `<name>/group/field`. They can be set for a website or store view. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  readonly carriers?: readonly CarrierExtension[];
  readonly paymentMethods?: readonly PaymentExtension[];
  readonly subscribers?: readonly Subscriber[];
  readonly commands?: readonly ExtensionCommand[];
}

/** A resolver class. Its constructor gets the services. */
export type OperationClass = new (services: ExtensionServices) => object;

/** The services of an extension. */
export interface ExtensionServices {
  /**
   * Calls a route of the REST API in this process, in the transaction of the context, and returns its answer. The path
   * can have a query. Throws what the route answers: an error with `status`, `code` and `message`.
   */
  call<Answer = unknown>(ctx: ExtensionContext, line: RouteLine, body?: object): Promise<Answer>;
  /** Returns the context with all permissions, for calls that the caller may not make. */
  asSystem(ctx: ExtensionContext): ExtensionContext;
  /** Returns a setting of the shop in the store view of the context. */
  setting(ctx: ExtensionContext, path: string): Promise<string>;
}

/** Method and path of a route: `PUT /V1/products/base-prices`. */
export type RouteLine = `${"GET" | "POST" | "PUT" | "DELETE"} /V1/${string}`;

/** The context of a call. */
export interface ExtensionContext {
  /** The caller. `type` is 1 for an integration, 2 for an administrator, 3 for a customer, 4 for a guest. */
  readonly actor: { readonly type: number; readonly id: number | null; readonly resources: ReadonlySet<string> };
  /** The store view of the call; `storeId` 0 stands for all. */
  readonly scope: { readonly storeId: number; readonly websiteId: number; readonly code: string };
  readonly requestId: string;
  /** For a mutation, the transaction that it runs in: all writes are kept, or none. */
  readonly db: ExtensionDatabase;
  readonly log: ExtensionLog;
}

/** Access to the extension's own tables. */
export interface ExtensionDatabase {
  /** Runs a statement with `$1` parameters and returns its rows: timestamps and decimals as text, bigint as a number. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Returns the number of rows that a statement wrote. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  /** Calls `notify` after the commit, and never after a rollback. */
  afterCommit(notify: () => void): void;
}

/** A log whose lines name the request. */
export interface ExtensionLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A setting of the shop. */
export interface SettingDeclaration {
  readonly defaultValue?: string;
  /** Values that it can have; any text by default. */
  readonly values?: readonly string[];
}

/** A carrier. The settings that all carriers have are under `carriers/<code>`; it is off until `active` is `1`. */
export interface CarrierExtension {
  readonly code: string;
  readonly title: string;
  /** Further settings, by their names under `carriers/<code>`. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  /** Milliseconds until it counts as failed; 3000 by default. Shoppers then see that it cannot deliver. */
  readonly timeout?: number;
  /** Returns the function that computes rates without reading data. Here it can ask a service or read tables. */
  prepare(question: CarrierQuestion): Promise<ComputeRates> | ComputeRates;
}

/** What a carrier knows before totals are computed. */
export interface CarrierQuestion {
  readonly db: ExtensionDatabase;
  readonly websiteId: number;
  readonly destination: Destination;
  readonly lines: readonly { readonly sku: string; readonly qty: string }[];
  /** Returns a setting under `carriers/<code>`. */
  readonly setting: (name: string) => string;
  /** Aborted at the time limit. */
  readonly signal: AbortSignal;
}

/** The known parts of an address. */
export interface Destination {
  readonly countryId?: string;
  readonly regionId?: number;
  readonly region?: string;
  readonly postcode?: string;
}

/** Returns the methods of a carrier for a shipment; none if it cannot deliver. */
export type ComputeRates = (shipment: Shipment) => readonly ShippingRate[];

/** A shipment. Amounts are decimals as text, in base currency. */
export interface Shipment {
  readonly destination: Destination;
  /** Row totals without tax, before and after discounts. */
  readonly packageValue: string;
  readonly packageValueWithDiscount: string;
  readonly weight: string;
  readonly qty: string;
  /** Whether a rule makes the whole shipment free. */
  readonly isFree: boolean;
}

/** A shipping method with its price, a decimal as text in base currency. */
export interface ShippingRate {
  readonly code: string;
  readonly title: string;
  readonly price: string;
}

/** A payment method. The settings that all methods have are under `payment/<code>`; it is off until `active` is `1`. */
export interface PaymentExtension {
  readonly code: string;
  readonly title: string;
  /** Further settings, by their names under `payment/<code>`. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  /** Milliseconds until a step counts as failed; 20000 by default. */
  readonly timeout?: number;
  /** Moves the money. Without a gateway, payment takes place elsewhere. */
  readonly gateway?: Gateway;
}

/**
 * A payment gateway. A step that throws or takes too long counts as failed: the order is not placed. Its code must then make sure
 * that no money has moved, for example by releasing what the gateway reserved for the `key` when `signal` is aborted.
 */
export interface Gateway {
  /** Reserves an amount for an order. */
  authorize(payment: GatewayStep): Promise<GatewayResult>;
  /** Captures an amount. */
  capture(payment: GatewayStep): Promise<GatewayResult>;
  /** Releases a reserved amount. */
  void(payment: GatewayStep): Promise<GatewayResult>;
  /** Refunds a captured amount. */
  refund(payment: GatewayStep): Promise<GatewayResult>;
}

/** A step of a payment. */
export interface GatewayStep {
  /** Idempotency key. */
  readonly key: string;
  /** Number of the order; `cart-<id>` while it is being placed. */
  readonly reference: string;
  /** A decimal as text. */
  readonly amount: string;
  readonly currency: string;
  /** `additional_data` of the cart's payment: texts by their keys, or a list of texts. */
  readonly data: Readonly<Record<string, string>> | readonly string[];
  /** Id of the transaction that this one follows. */
  readonly parent?: string;
  /** Aborted at the time limit. */
  readonly signal: AbortSignal;
}

/** The result of a step. `message` is shown to the shopper. */
export type GatewayResult =
  | { readonly status: "done"; readonly transactionId: string }
  | { readonly status: "declined"; readonly message: string };

/**
 * Reacts to events of the shop, in their order. Its writes to the database take effect exactly once per event; calls of
 * other services can be repeated. An event that fails is tried again, with growing pauses, before later ones.
 */
export interface Subscriber {
  /** Unique within the extension. The position in the events is stored under this name. */
  readonly name: string;
  /** Types of events, such as `order.placed` or `price.*`. */
  readonly types: readonly string[];
  /** Milliseconds until a run counts as failed; 30000 by default. */
  readonly timeout?: number;
  handle(event: ShopEvent, ctx: ExtensionContext, services: ExtensionServices): Promise<void>;
}

/** An event of the feed, as `GET /V1/events` answers it. */
export interface ShopEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601, in UTC. */
  readonly created_at: string;
}

/** A command of the command line. */
export interface ExtensionCommand {
  /** `<name of the extension>:<verb>`. */
  readonly name: string;
  readonly description: string;
  /** Runs in one transaction with all permissions. Returns the lines to print. */
  run(args: readonly string[], ctx: ExtensionContext, services: ExtensionServices): Promise<readonly string[]>;
}
