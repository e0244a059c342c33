import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, OwnTransaction, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { Found } from "../../../api/search-criteria/search-results.js";
import { deleteProduct } from "./save/delete-product.js";
import { listProducts, readOneProduct } from "./find/find-products.js";
import { readStoreViews } from "../../store/published.js";
import { unknownStore } from "../../store/published.structure.js";
import { productNotFound } from "./product-errors.js";
import { productTypes } from "./product-kinds.js";
import { Product, ProductSearchResults, ProductType } from "./product.types.js";
import { saveAlone, saveTogether } from "./save/save-together.js";

/**
 * The ordering keys of a save: the product by its SKU and by its id, with which the save can change the SKU, its linked
 * products and the products of its bundle options.
 */
const keys = [
  "product.sku",
  "product-id:product.id",
  "product.product_links.linked_product_sku",
  "product.extension_attributes.bundle_product_options.product_links.sku",
];

@Contract("Catalog", "ProductRepository", { aggregate: "product" })
@Resolver()
export class ProductRepository {
  private readonly dependencies: CatalogDependencies;

  constructor({ config, media, priceChecks, productChecks }: CatalogDependencies) {
    // Without the other dependencies, because every call copies these into its context.
    this.dependencies = { config, media, priceChecks, ...(productChecks && { productChecks }) };
  }

  @Rest("POST /V1/products", "Magento_Catalog::products", { keys })
  @Rest("PUT /V1/products/:sku", "Magento_Catalog::products", { keys })
  @OwnTransaction()
  @Mutation(() => Product, {
    name: "saveProduct",
    description: "Creates a product, or updates the given fields of the product with the given SKU or id.",
  })
  save(
    @Arg("product", () => Product, { description: "The product; absent fields stay unchanged." }) product: Product,
    @Arg("saveOptions", () => Boolean, {
      nullable: true,
      description: "Accepted for compatibility; options are saved whenever they are given.",
    })
    _saveOptions: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Product> {
    const save = { given: product, ctx: { ...ctx, ...this.dependencies } };
    // A call that runs within a larger transaction already shares it.
    return ctx.isEnclosed ? saveAlone(ctx.db, save) : saveTogether(ctx.db, save);
  }

  @Rest("DELETE /V1/products/:sku", "Magento_Catalog::products")
  @Mutation(() => Boolean, {
    name: "deleteProduct",
    description: "Deletes a product with everything that belongs to it. Returns true.",
  })
  deleteById(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteProduct(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/products", "Magento_Catalog::products", { publicRead: true })
  @Query(() => ProductSearchResults, {
    name: "products",
    description: "Searches products by columns and attributes, with the values of the store view.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<Found<Product>> {
    return listProducts(searchCriteria, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/products/:sku", "Magento_Catalog::products", { publicRead: true })
  @Query(() => Product, { name: "product", description: "A product with the values of a store view." })
  async get(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("editMode", () => Boolean, { nullable: true, description: "Accepted for compatibility; has no effect." })
    _editMode: boolean | null | undefined,
    @Arg("storeId", () => Int, {
      nullable: true,
      description: "Id of the store view, 0 for global values; defaults to the current store view.",
    })
    storeId: number | null | undefined,
    @Arg("forceReload", () => Boolean, { nullable: true, description: "Accepted for compatibility; has no effect." })
    _forceReload: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Product> {
    if (storeId != null && !(await readStoreViews(ctx.db)).some(({ id }) => id === storeId)) throw unknownStore();
    const product = await readOneProduct(sku, storeId ?? ctx.scope.storeId, { ...ctx, ...this.dependencies });
    if (!product) throw productNotFound();
    return product;
  }
}

@Contract("Catalog", "ProductTypeList")
@Resolver()
export class ProductTypeList {
  @Rest("GET /V1/products/types", "Magento_Catalog::products")
  @Query(() => [ProductType], { name: "productTypes", description: "Lists the product types." })
  getProductTypes(): ProductType[] {
    return [...productTypes];
  }
}
