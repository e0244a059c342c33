import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { addEntry, changeEntry, listEntries, readEntry, removeEntry } from "./gallery.js";
import { MediaGalleryEntry } from "./product-media.types.js";

const permission = "Magento_Catalog::catalog";

@Contract("Catalog", "ProductAttributeMediaGalleryManagement", { aggregate: "product" })
@Resolver()
export class ProductAttributeMediaGalleryManagement {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/products/:sku/media", permission)
  @Query(() => [MediaGalleryEntry], {
    name: "productMedia",
    description: "The images and videos of a product with the values of the store view and the image contents.",
  })
  getList(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<MediaGalleryEntry[]> {
    return listEntries(sku, { ...ctx, ...this.dependencies });
  }

  @Rest("GET /V1/products/:sku/media/:entryId", "Magento_Catalog::attributes_attributes")
  @Query(() => MediaGalleryEntry, {
    name: "productMediaEntry",
    description: "One image or video of a product with the values of the store view and the image content.",
  })
  get(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("entryId", () => Int, { description: "Id of the entry." }) entryId: number,
    @Ctx() ctx: Context,
  ): Promise<MediaGalleryEntry> {
    return readEntry(sku, entryId, { ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/products/:sku/media", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => String, {
    name: "addProductMedia",
    description: "Adds an image or video to a product. Returns the id of the entry, as text.",
  })
  async create(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("entry", () => MediaGalleryEntry, { description: "The entry, with the image in `content`." })
    entry: MediaGalleryEntry,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return String(await addEntry(sku, entry, { ...ctx, ...this.dependencies }));
  }

  @Rest("PUT /V1/products/:sku/media/:entryId", permission, { path: { entryId: "entry.id" } })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "updateProductMedia",
    description: "Updates the given fields of an image or video of a product. Returns true.",
  })
  async update(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("entry", () => MediaGalleryEntry, { description: "The entry, with its id; absent fields stay unchanged." })
    entry: MediaGalleryEntry,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await changeEntry(sku, entry, { ...ctx, ...this.dependencies });
    return true;
  }

  @Rest("DELETE /V1/products/:sku/media/:entryId", permission)
  @Writes("product", { sku: "sku" })
  @Mutation(() => Boolean, {
    name: "removeProductMedia",
    description: "Deletes an image or video of a product. Returns true.",
  })
  async remove(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("entryId", () => Int, { description: "Id of the entry." }) entryId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await removeEntry(sku, entryId, { ...ctx, ...this.dependencies });
    return true;
  }
}
