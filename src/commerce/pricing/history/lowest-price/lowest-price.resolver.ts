import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { invalid } from "../../../../api/call/errors.js";
import type { Context } from "../../../../api/call/context.js";
import type { Configured } from "../../../../config.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { websiteNotFound } from "../../../store/published.structure.js";
import { storeViews, type StoreViews } from "../../price-scopes.sql.js";
import { computeLowestPrices } from "./lowest-prices.js";
import { LowestPrice } from "./lowest-price.types.js";
import { groupsOf, requirePlainProduct } from "../plain-products.js";
import { readCustomerGroups, readPlainProducts } from "./timeline.sql.js";

const defaultDays = 30;
const maxDays = 3650;

const daysDescription = `Length of the period that ends now, in days of 24 hours; 1 to ${maxDays}, by default ${defaultDays}.`;
const groupDescription =
  "Id of the only customer group to include; 0 for guests. By default every group. 404 if it does not exist.";
const websiteDescription = "Id of the only website to include. By default every website. 404 if it does not exist.";
const rule =
  "Prices are those that a cart charges for one unit, from the base price, the special price while it is active, and tier prices. They include taxes if the prices of the shop do. Custom options and cart price rules are not included.";

interface Filter {
  readonly days: number | null | undefined;
  readonly customerGroupId: number | null | undefined;
  readonly websiteId: number | null | undefined;
}

@Contract("PriceHistory", "LowestPrices")
@Resolver()
export class LowestPrices {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/products/:sku/lowest-price", "Portico_Prices::history")
  @Query(() => [LowestPrice], {
    name: "lowestPrice",
    description: `Lowest price of a simple, virtual or downloadable product in a period until now, by website and customer group. ${rule} 404 for an unknown SKU, 400 for products of other types.`,
  })
  async get(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("days", () => Int, { nullable: true, description: daysDescription }) days: number | null | undefined,
    @Arg("customerGroupId", () => Int, { nullable: true, description: groupDescription })
    customerGroupId: number | null | undefined,
    @Arg("websiteId", () => Int, { nullable: true, description: websiteDescription })
    websiteId: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<LowestPrice[]> {
    await requirePlainProduct(db, sku);
    return this.read(db, [sku], { days, customerGroupId, websiteId });
  }

  @Rest("POST /V1/products/lowest-prices", "Portico_Prices::history", { immediate: true })
  @Query(() => [LowestPrice], {
    name: "readLowestPrices",
    description: `Lowest prices of products in a period until now, by product, website and customer group. ${rule} Unknown SKUs, and products that are not simple, virtual or downloadable, are left out.`,
  })
  getList(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Arg("days", () => Int, { nullable: true, description: daysDescription }) days: number | null | undefined,
    @Arg("customerGroupId", () => Int, { nullable: true, description: groupDescription })
    customerGroupId: number | null | undefined,
    @Arg("websiteId", () => Int, { nullable: true, description: websiteDescription })
    websiteId: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<LowestPrice[]> {
    return this.read(db, skus, { days, customerGroupId, websiteId });
  }

  private async read(db: Context["db"], skus: readonly string[], filter: Filter): Promise<LowestPrice[]> {
    const days = filter.days ?? defaultDays;
    if (days < 1 || days > maxDays) throw invalid("days", days);
    const views = await storeViews(db);
    return computeLowestPrices(db, {
      products: await readPlainProducts(db, skus),
      ...{ days, views, websiteIds: websitesOf(views, filter.websiteId) },
      groups: groupsOf(await readCustomerGroups(db), filter.customerGroupId),
      isGlobal: this.dependencies.config.PORTICO_PRICE_SCOPE === "global",
    });
  }
}

function websitesOf(views: StoreViews, websiteId: number | null | undefined): number[] {
  const ids = [...new Set([...views.values()].map((view) => view.websiteId))].filter((id) => id !== 0);
  if (websiteId === null || websiteId === undefined) return ids.sort((one, other) => one - other);
  if (!ids.includes(websiteId)) throw websiteNotFound(websiteId);
  return [websiteId];
}
