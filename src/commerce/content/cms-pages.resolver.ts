import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { requireCmsPage, deleteCmsPage, saveCmsPage } from "./cms-page-rules.js";
import { searchCmsPages } from "./cms-pages.rows.js";
import { CmsPage, CmsPageSearchResults } from "./cms-pages.types.js";

@Contract("Cms", "PageRepository", { aggregate: "cms-page" })
@Resolver()
export class PageRepository {
  @Rest("GET /V1/cmsPage/:pageId", "Magento_Cms::page", { publicRead: true })
  @Query(() => CmsPage, { name: "cmsPage", description: "A CMS page." })
  getById(
    @Arg("pageId", () => Int, { description: "Id of the page." }) pageId: number,
    @Ctx() ctx: Context,
  ): Promise<CmsPage> {
    return requireCmsPage(ctx.db, pageId);
  }

  @Rest("GET /V1/cmsPage/search", "Magento_Cms::page")
  @Query(() => CmsPageSearchResults, {
    name: "cmsPages",
    description: "Searches CMS pages by their fields and by store_id; 0 matches pages of all store views.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CmsPageSearchResults> {
    return searchCmsPages(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/cmsPage", "Magento_Cms::save")
  @Rest("PUT /V1/cmsPage/:id", "Magento_Cms::save")
  @Mutation(() => CmsPage, {
    name: "saveCmsPage",
    description:
      "Creates a CMS page in the current store view, or updates the given fields of the page with the given id; its store views stay unchanged.",
  })
  save(@Arg("page", () => CmsPage, { description: "The page." }) page: CmsPage, @Ctx() ctx: Context): Promise<CmsPage> {
    return saveCmsPage(ctx, page);
  }

  @Rest("DELETE /V1/cmsPage/:pageId", "Magento_Cms::page_delete")
  @Mutation(() => Boolean, { name: "deleteCmsPage", description: "Deletes a CMS page. Returns true." })
  async deleteById(
    @Arg("pageId", () => Int, { description: "Id of the page." }) pageId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCmsPage(ctx.db, pageId);
    return true;
  }
}
