import type { RateLimits } from "./api/auth/limits/rate-limits.js";
import type { OpenWork } from "./api/auth/rights/manage-admins.js";
import type { ShopAccounts } from "./api/auth/sign-in/shop-accounts.js";
import type { BulkWatch } from "./api/bulk/status/progress/progress-watch.js";
import type { Carriers, Commerce } from "./commerce/cart/cart-dependencies.js";
import type { SharedFacts } from "./commerce/cart/published.js";
import type { ProductChecks } from "./commerce/catalog/catalog-context.js";
import type { OrderChecks } from "./commerce/checkout/published.extensions.js";
import type { Config } from "./config.js";
import type { MediaLibrary } from "./platform/media/media-library.js";
import type { PriceChecks } from "./commerce/pricing/published.js";
import type { SalesMails } from "./commerce/sales/published.mails.js";
import type { DocumentListener } from "./commerce/sales/documents/document-listener.js";
import type { AsyncQueue } from "./api/call/stored/async-queue.js";
import type { ReadResource } from "./api/call/stored/read-resource.js";
import type { RepeatCall } from "./api/call/stored/stored-calls.js";

/** The dependencies of resolvers. A constructor takes those that its class needs. */
export interface Dependencies {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly accounts: ShopAccounts;
  readonly media: MediaLibrary;
  readonly asyncQueue: AsyncQueue;
  readonly bulkWatch: BulkWatch;
  readonly repeatCall: RepeatCall;
  readonly readResource: ReadResource;
  readonly carriers: Carriers;
  readonly sharedFacts: SharedFacts;
  readonly priceChecks: PriceChecks;
  readonly productChecks?: ProductChecks | undefined;
  readonly orderChecks?: OrderChecks | undefined;
  readonly openWork: readonly OpenWork[];
  readonly documentListener: DocumentListener;
  readonly salesMails: SalesMails;
  /** Absent in the open-source edition. */
  readonly commerce?: Commerce | undefined;
  /** Names of the Magento modules whose routes the installed edition offers. */
  readonly modules: readonly string[];
}

/** The class of a resolver. */
export type ResolverClass = new (dependencies: Dependencies) => object;
