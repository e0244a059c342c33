import {
  aggregate,
  alreadyExists,
  inputError,
  invalidValue,
  type Reason,
  required,
  notFound,
} from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { ModelName } from "../../../platform/db/models.js";
import { maxCounted, readReferences, type Referred } from "../../../platform/db/references.sql.js";

const maxCodeLength = 32;

/** Codes that would make the paths of other routes ambiguous: `/rest/all/V1`, `/rest/async/V1`, `/rest/V1`. */
const reserved = new Set(["all", "admin", "async", "v1"]);

/** Names in messages for the models that refer to websites and store views. Other models are named after the model. */
const names: Partial<Record<ModelName, string>> = {
  attributeLabel: "attribute labels",
  attributeOptionLabel: "attribute option labels",
  balanceAccount: "customer balances",
  cart: "carts",
  categoryValues: "categories with store view values",
  checkoutAgreementStore: "checkout agreements",
  cmsBlockStore: "blocks",
  cmsPageStore: "pages",
  customer: "customers",
  customerGroupExcludedWebsite: "customer groups that exclude it",
  giftRegistry: "gift registries",
  giftWrappingDesign: "gift wrapping names",
  giftWrappingWebsite: "gift wrappings",
  priceGuardRail: "price guard-rails",
  productPrice: "product prices",
  productTierPrice: "tier prices",
  productUrlKey: "product URL keys",
  productValues: "products with store view values",
  productWebsite: "products",
  rewardRate: "reward exchange rates",
  rma: "returns",
  salesCreditmemo: "credit memos",
  salesInvoice: "invoices",
  salesOrder: "orders",
  salesOrderItem: "order items",
  salesRuleLabel: "cart price rule labels",
  salesRuleWebsite: "cart price rules",
  salesShipment: "shipments",
  shippingTableRate: "table rates",
  store: "store views",
  storeGroup: "stores",
  taxRateTitle: "tax rate titles",
};

/**
 * Models whose rows are deleted with a store view or website: counters of order numbers (documents keep their numbers),
 * and the assignment of a website to a stock.
 */
const dependentModels: readonly ModelName[] = ["salesSequence", "rmaSequence", "inventoryWebsiteStock"];

const wordsOf = (model: ModelName) => model.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Returns the references to a website or store view, for example `orders (3), products (1000 or more)`; empty if there are
 * none.
 */
async function describeReferences(db: Db, referred: Omit<Referred, "except">): Promise<string> {
  const found = await readReferences(db, { ...referred, except: dependentModels });
  return found
    .map(({ model, count }) => {
      const name = names[model] ?? wordsOf(model);
      return `${name} (${count === maxCounted ? `${count} or more` : count})`;
    })
    .join(", ");
}

/** Throws 400 with the references to a website or store view that is to be deleted or moved, if there are any. */
export async function requireUnused(db: Db, referred: Omit<Referred, "except">, message: string): Promise<void> {
  const uses = await describeReferences(db, referred);
  if (uses !== "") throw inputError(message, { id: referred.id, references: uses });
}

/** The title of a website, store or store view in messages, and the maximum length of its name. */
export interface Kind {
  readonly title: "Website" | "Group" | "Store";
  readonly maxNameLength: number;
}

interface Named {
  readonly code?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** Throws 400 with every reason why a code or a name cannot be stored. A new one needs both. */
export function checkNames({ code, name }: Named, { title, maxNameLength }: Kind, isNew: boolean): void {
  const reasons: Reason[] = [];
  if (isNew && !code) reasons.push(required("code"));
  if (isNew && !name?.trim()) reasons.push(required("name"));
  if (code != null && code !== "" && !isCode(code, title)) {
    const symbols = title === "Group" ? ", underscore (_) or hyphen (-)" : " or underscore (_)";
    reasons.push({
      message: `%kind code may only contain letters (a-z), numbers (0-9)${symbols}, the first character must be a letter, and it must have at most %limit characters.`,
      parameters: { kind: title, limit: maxCodeLength },
    });
  }
  if (!isNew && (code === "" || name?.trim() === "")) {
    reasons.push(invalidValue(code === "" ? "code" : "name", ""));
  }
  if (name != null && [...name].length > maxNameLength) {
    reasons.push({
      message: '"%1" length must be equal or less than %2 characters.',
      parameters: ["name", maxNameLength],
    });
  }
  if (reasons.length > 0) throw aggregate(reasons);
  if (title === "Store" && code != null && reserved.has(code.toLowerCase())) {
    throw inputError('The code "%code" is reserved. Choose another one.', { code });
  }
}

const isCode = (code: string, title: Kind["title"]) =>
  code.length <= maxCodeLength && (title === "Group" ? /^[a-z][a-z0-9_-]*$/i : /^[a-z][a-z0-9_]*$/i).test(code);

/** 400 for a code that is taken. */
export const codeTaken = ({ title }: Kind) => alreadyExists(`${title} with the same code already exists.`);

const noSuchStore = "The store that was requested wasn't found. Verify the store and try again.";

/** 404 for an unknown store view. */
export const storeNotFound = () => notFound(noSuchStore);

/** 400 for an unknown store view of a read. */
export const unknownStore = () => inputError(noSuchStore);

/** 404 for an unknown website. */
export const websiteNotFound = (id: number) =>
  notFound(`The website with id ${id} that was requested wasn't found. Verify the website and try again.`);
