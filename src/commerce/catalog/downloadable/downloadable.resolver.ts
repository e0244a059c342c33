import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { deleteDownload, listDownloads, saveLinkOf, saveSampleOf } from "./downloadable-products.js";
import { DownloadableLink, DownloadableSample } from "./product-downloadable.types.js";

const permission = "Magento_Downloadable::downloadable";
const productSku = { description: "SKU of the downloadable product, case-insensitive." };
const scopeOfContent = {
  nullable: true,
  description: "Whether to save title and price globally (default) or for the current store view.",
};

@Contract("Downloadable", "LinkRepository", { aggregate: "product" })
@Resolver()
export class LinkRepository {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/products/:sku/downloadable-links", permission)
  @Query(() => [DownloadableLink], {
    name: "downloadableLinks",
    description: "The links of a downloadable product, by sort order.",
  })
  async getList(@Arg("sku", () => String, productSku) sku: string, @Ctx() ctx: Context): Promise<DownloadableLink[]> {
    return (await listDownloads(sku, { ...ctx, ...this.dependencies })).links;
  }

  @Rest("POST /V1/products/:sku/downloadable-links", permission)
  @Rest("PUT /V1/products/:sku/downloadable-links/:id", permission, { path: { id: "link.id" } })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Int, {
    name: "saveDownloadableLink",
    description: "Creates a link of a downloadable product, or updates the link with the given id. Returns its id.",
  })
  save(
    @Arg("sku", () => String, productSku) sku: string,
    @Arg("link", () => DownloadableLink, { description: "The link; absent fields of an existing link stay unchanged." })
    link: DownloadableLink,
    @Arg("isGlobalScopeContent", () => Boolean, scopeOfContent) isGlobal: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveLinkOf(sku, { link, isGlobal }, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/products/downloadable-links/:id", permission, { keys: ["*"] })
  @Mutation(() => Boolean, {
    name: "deleteDownloadableLink",
    description: "Deletes a link of a downloadable product with its files. Returns true.",
  })
  delete(@Arg("id", () => Int, { description: "Id of the link." }) id: number, @Ctx() ctx: Context): Promise<boolean> {
    return deleteDownload("downloadable_link", id, { ...ctx, ...this.dependencies });
  }
}

@Contract("Downloadable", "SampleRepository", { aggregate: "product" })
@Resolver()
export class SampleRepository {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/products/:sku/downloadable-links/samples", permission)
  @Query(() => [DownloadableSample], {
    name: "downloadableSamples",
    description: "The samples of a downloadable product, by sort order.",
  })
  async getList(@Arg("sku", () => String, productSku) sku: string, @Ctx() ctx: Context): Promise<DownloadableSample[]> {
    return (await listDownloads(sku, { ...ctx, ...this.dependencies })).samples;
  }

  @Rest("POST /V1/products/:sku/downloadable-links/samples", permission)
  @Rest("PUT /V1/products/:sku/downloadable-links/samples/:id", permission, { path: { id: "sample.id" } })
  @Writes("product", { sku: "sku" })
  @Mutation(() => Int, {
    name: "saveDownloadableSample",
    description: "Creates a sample of a downloadable product, or updates the sample with the given id. Returns its id.",
  })
  save(
    @Arg("sku", () => String, productSku) sku: string,
    @Arg("sample", () => DownloadableSample, {
      description: "The sample; absent fields of an existing sample stay unchanged.",
    })
    sample: DownloadableSample,
    @Arg("isGlobalScopeContent", () => Boolean, scopeOfContent) isGlobal: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveSampleOf(sku, { sample, isGlobal }, { ...ctx, ...this.dependencies });
  }

  @Rest("DELETE /V1/products/downloadable-links/samples/:id", permission, { keys: ["*"] })
  @Mutation(() => Boolean, {
    name: "deleteDownloadableSample",
    description: "Deletes a sample of a downloadable product with its file. Returns true.",
  })
  delete(
    @Arg("id", () => Int, { description: "Id of the sample." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return deleteDownload("downloadable_sample", id, { ...ctx, ...this.dependencies });
  }
}
