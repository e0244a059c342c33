// Types of `portico/extension`. They use no types of Portico's own modules, so that those can change.
import type { WriteChecks } from "./checks.types.js";
import type { ExtensionContext } from "./context.types.js";
import type { ExtensionServices } from "./services.types.js";
import type {
  CarrierExtension,
  CustomerFieldDeclaration,
  FieldDeclaration,
  PaymentExtension,
  SettingDeclaration,
  TotalCollector,
} from "./shop.types.js";

export type * from "./checks.types.js";
export type * from "./context.types.js";
export type * from "./services.types.js";
export type * from "./shop.types.js";

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
  /** Fields in `extension_attributes`. One of carts that orders also have, with the same name and type, is copied to the order. */
  readonly fields?: {
    readonly product?: readonly FieldDeclaration[];
    readonly customer?: readonly CustomerFieldDeclaration[];
    readonly cart?: readonly FieldDeclaration[];
    readonly order?: readonly FieldDeclaration[];
  };
  readonly carriers?: readonly CarrierExtension[];
  readonly paymentMethods?: readonly PaymentExtension[];
  readonly totals?: readonly TotalCollector[];
  readonly notifications?: readonly NotificationRoute[];
  readonly checks?: WriteChecks;
  readonly subscribers?: readonly Subscriber[];
  readonly work?: readonly RecurringWork[];
  /** Where its tables have secrets that `services.secrets` encrypts. `secrets:encrypt` changes their key. */
  readonly secrets?: readonly SecretColumn[];
  readonly commands?: readonly ExtensionCommand[];
  readonly pages?: readonly ConsolePage[];
}

/** A resolver class. Its constructor gets the services. */
export type OperationClass = new (services: ExtensionServices) => object;

/**
 * Messages that another service sends to the shop, such as a payment provider: `POST /V1/<name>/<path>`, without a token. A
 * message has its effect once, however often it is sent. It is answered with 200 `true`, with 401 if `verify` refuses it, with
 * the error of `inputError` and the like, and with 503 for any other error or no answer in time. The service is expected to send
 * a message again that was not answered with 200.
 */
export interface NotificationRoute {
  /** Segments of lower-case letters, digits and hyphens: `payments` or `payments/cards`. */
  readonly path: string;
  /** Describes the messages in the API reference. */
  readonly description: string;
  /** Milliseconds until `verify` and `handle` count as failed, each; 10000 by default. */
  readonly timeout?: number;
  /**
   * Checks the signature over the body as it was sent. Returns the id of the message, of at most 255 characters, or undefined
   * for a message that the service did not sign.
   */
  verify(message: SentMessage): Promise<string | undefined> | string | undefined;
  /** Handles a message in one transaction with the record of its id, with all permissions. */
  handle(notification: ShopNotification, ctx: ExtensionContext, services: ExtensionServices): Promise<void>;
}

/** A message as it was sent, before its signature is checked. */
export interface SentMessage {
  /** The bytes of the body. */
  readonly body: Uint8Array;
  /** Headers by their names in lower case; several of one name are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns a setting of the shop in the store view of the path, such as the secret of the signature. */
  readonly setting: (path: string) => Promise<string>;
}

/** A message whose signature was checked. */
export interface ShopNotification extends Omit<SentMessage, "setting"> {
  /** What `verify` returned. */
  readonly id: string;
}

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

/** Work that server processes repeat between calls, such as deliveries and cleanups. */
export interface RecurringWork {
  /** Unique within the extension. */
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly interval: number;
  /** Milliseconds until a run counts as failed; 300000 by default. */
  readonly timeout?: number;
  /**
   * Whether every process runs it, also at the same time. Its statements must then claim what they work on. By default, one process
   * at a time runs it.
   */
  readonly everyProcess?: boolean;
  /** Runs with all permissions, for all store views and without a transaction: each statement and each call has its own. */
  run(ctx: ExtensionContext, services: ExtensionServices, turn: WorkTurn): Promise<void>;
}

/** A run of recurring work. */
export interface WorkTurn {
  /** Aborted at the time limit of the run, and when the process stops. */
  readonly signal: AbortSignal;
  /** Adds work that goes on after the run. Its failure is reported, and a process that stops waits for it. */
  waitUntil(work: Promise<unknown>): void;
}

/** A column with secrets. */
export interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** Column of the primary key, by which the rows are read in batches. */
  readonly key: string;
}

/** A command of the command line. */
export interface ExtensionCommand {
  /** `<name of the extension>:<verb>`. */
  readonly name: string;
  readonly description: string;
  /** Runs in one transaction with all permissions. Returns the lines to print. */
  run(args: readonly string[], ctx: ExtensionContext, services: ExtensionServices): Promise<readonly string[]>;
}

/**
 * A page in the menu of the console: static files, at `/console/extensions/<name>/<path>/`. Its scripts call the REST API below
 * `../../../../rest/` with the session of the console. It can load nothing from other hosts, and has no inline scripts and styles.
 */
export interface ConsolePage {
  /** Lower-case letters, digits and hyphens. */
  readonly path: string;
  /** The title in the menu by language, `en` and `de`; English where one is missing. */
  readonly title: Readonly<Record<string, string>> & { readonly en: string };
  /** Folder with an `index.html`, as `new URL("./pages/shelves/", import.meta.url)`. */
  readonly files: URL;
}
