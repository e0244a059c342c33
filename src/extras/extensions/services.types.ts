// Types of `portico/extension`. They use no types of Portico's own modules, so that those can change.
import type { ExtensionContext } from "./context.types.js";

/** The services of an extension. */
export interface ExtensionServices {
  /**
   * Calls a route of the REST API in this process, in the transaction of the context, and returns its answer. The path
   * can have a query. Throws what the route answers: an error with `status`, `code` and `message`.
   */
  call<Answer = unknown>(ctx: ExtensionContext, line: RouteLine, body?: object): Promise<Answer>;
  /** Returns the context with all permissions, for calls that the caller may not make. */
  asSystem(ctx: ExtensionContext): ExtensionContext;
  /** Returns the context with the current rights of a user: those of a guest if the account is gone or not active. */
  asUser(ctx: ExtensionContext, user: { readonly type: number; readonly id: number }): Promise<ExtensionContext>;
  /** Whether the caller has a permission. `Magento_Backend::all` stands for all. */
  isAllowed(ctx: ExtensionContext, permission: string): boolean;
  /** Returns a setting of the shop in the store view of the context. */
  setting(ctx: ExtensionContext, path: string): Promise<string>;
  /** Returns a setting of the process, such as `PORTICO_EVENT_DAYS`; secrets are masked. Throws for an unknown name. */
  processSetting(name: string): string | number | boolean | null;
  /** Returns the rows of a table of the extension that match search criteria. Throws 400 for criteria that are not valid. */
  search<Row extends object>(
    ctx: ExtensionContext,
    criteria: SearchCriteria,
    searched: SearchedTable,
  ): Promise<FoundRows<Row>>;
  /**
   * Adds an entry to the audit log, in the transaction of the context, with its caller. `event` is a few words, such as
   * `webhook created`; `name` says to what.
   */
  audit(ctx: ExtensionContext, entry: { readonly event: string; readonly name: string }): Promise<void>;
  /**
   * Runs recurring work of an extension, `<name>/<name of the work>`, after the transaction of the context instead of at its next
   * time. Throws for unknown work.
   */
  wake(ctx: ExtensionContext, work: string): void;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly feed: EventFeed;
  /**
   * Returns the id of the order that an authorization of a gateway belongs to; undefined if there is none and never will be.
   * `reference` is the one of the step. Waits until the call that places the order has ended, so that an authorization
   * without an order can be voided.
   */
  authorizedOrder(ctx: ExtensionContext, authorization: GatewayAuthorization): Promise<number | undefined>;
}

/** Method and path of a route: `PUT /V1/products/base-prices`. */
export type RouteLine = `${"GET" | "POST" | "PUT" | "DELETE"} /V1/${string}`;

/** Conditions, order and page of a search, as the parameter `searchCriteria` has them. */
export interface SearchCriteria {
  filter_groups?:
    { filters?: { field: string; value?: string | null; condition_type?: string | null }[] | null }[] | null;
  sort_orders?: { field: string | null; direction?: string | null }[] | null;
  page_size?: number | null;
  current_page?: number | null;
}

/** A table of the extension that is searched. */
export interface SearchedTable {
  readonly table: string;
  /** Column of the primary key. It ends every sort order. */
  readonly key: string;
  /** The columns that criteria can name, with their types. Texts are compared regardless of case. */
  readonly fields: Readonly<Record<string, "text" | "integer" | "decimal" | "timestamp" | "boolean" | "uuid">>;
  /** Values that the found rows have, besides the criteria. */
  readonly only?: Readonly<Record<string, string | number | boolean>>;
  /** The column to sort by if the criteria name none. */
  readonly sortedBy?: string;
}

/** The rows of a page, the normalized criteria, and the number of rows on all pages. */
export interface FoundRows<Row> {
  readonly items: Row[];
  readonly search_criteria: SearchCriteria;
  readonly total_count: number;
}

/** Secrets in stored form: encrypted with the first key of `PORTICO_ENCRYPTION_KEY`, if it is set. */
export interface Secrets {
  /** Returns the stored form of a secret. */
  encrypt(secret: string): string;
  /** Returns a secret. Throws if it was encrypted with a key that the setting does not have. */
  decrypt(stored: string): string;
}

/** Posts to addresses that callers name. The settings `PORTICO_CALLBACK_*` say which are allowed; internal ones are not. */
export interface Outbound {
  /** Whether the settings allow any host. */
  readonly isEnabled: boolean;
  /** Returns an address. Throws 400 for one that the settings do not allow. */
  check(url: string): URL;
  /**
   * Posts a message once, signed as Standard Webhooks requires, with 10 seconds for the answer, of which only the status is
   * read. Redirects are not followed, and the IP address of the host is checked as well. Failures are outcomes, and not thrown.
   */
  post(message: OutboundMessage, signal?: AbortSignal): Promise<PostOutcome>;
}

/** A message to post. */
export interface OutboundMessage {
  /** The same for every attempt to send the message. */
  readonly id: string;
  readonly url: string;
  /** Keys of the form `whsec_<Base64>`; the message is signed with each of them. */
  readonly secrets: readonly string[];
  /** Returns the body, in JSON. */
  readonly body: () => Promise<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The outcome of posting a message. */
export interface PostOutcome {
  /** Status of the answer; null without one. */
  readonly httpStatus: number | null;
  /** Null if it was delivered: the status was 2xx. */
  readonly error: string | null;
  /** Whether posting it to this address again is pointless. */
  readonly isFinal: boolean;
}

/** The feed of events, for work that keeps positions of its own. A subscriber is simpler where one position is enough. */
export interface EventFeed {
  /**
   * Returns the types that patterns such as `order.*` match and that the caller may see. Throws 400 for a pattern that matches
   * no type, and 401 for one whose types the caller may not see.
   */
  types(ctx: ExtensionContext, patterns: readonly string[]): string[];
  /**
   * Returns the position of a cursor: the id of an event, or `latest`. Throws 400 for one ahead of the feed, and for one whose next
   * events were removed.
   */
  position(ctx: ExtensionContext, cursor: string): Promise<number>;
  /** Reads the next events in order. Types that the caller may not see are left out. */
  read(ctx: ExtensionContext, part: FeedPart): Promise<FeedPage>;
  /**
   * Returns the record of an event in JSON, as its route answers the caller: `null` if the record is gone or the type has none.
   */
  object(ctx: ExtensionContext, event: Pick<FeedEntry, "type" | "data">): Promise<string>;
}

/** The part of the feed to read. */
export interface FeedPart {
  readonly after: number;
  readonly types: readonly string[];
  readonly limit: number;
}

/** An event of the feed. */
export interface FeedEntry {
  readonly position: number;
  readonly type: string;
  /** JSON, whose numbers have all their digits. */
  readonly data: string;
  /** ISO 8601, in UTC. */
  readonly created_at: string;
}

/** A page of the feed. */
export interface FeedPage {
  readonly events: readonly FeedEntry[];
  /** Position after which the next page begins. */
  readonly next: number;
  /** Events up to this position were removed. */
  readonly removedUpTo: number;
}

/** An authorization, as the gateway reports it. */
export interface GatewayAuthorization {
  readonly reference: string;
  readonly transactionId: string;
}
