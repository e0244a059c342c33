import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { cmsPageById, deleteCmsPage, saveCmsPage } from "./cms-page-rules.js";
import { searchCmsPages } from "./cms-pages.rows.js";
import { CmsPage, CmsPageSearchResults } from "./cms-pages.types.js";

@Contract("Cms")
@Resolver()
export class PageRepository {
  @Rest("GET /V1/cmsPage/:pageId", "Magento_Cms::page", { publicRead: true })
  @Query(() => CmsPage, { name: "cmsPage", description: "A page of content." })
  getById(
    @Arg("pageId", () => Int, { description: "Id of the page." }) pageId: number,
    @Ctx() ctx: Context,
  ): Promise<CmsPage> {
    return cmsPageById(ctx.db, pageId);
  }

  @Rest("GET /V1/cmsPage/search", "Magento_Cms::page")
  @Query(() => CmsPageSearchResults, {
    name: "cmsPages",
    description: "Searches pages by the names of their fields, and by store_id; 0 is that of pages of all store views.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "What to search for." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CmsPageSearchResults> {
    return searchCmsPages(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/cmsPage", "Magento_Cms::save")
  @Rest("PUT /V1/cmsPage/:id", "Magento_Cms::save")
  @Mutation(() => CmsPage, {
    name: "saveCmsPage",
    description:
      "Creates a page of the store view of the call, or changes what is sent of the one whose id is given; its store views stay.",
  })
  save(@Arg("page", () => CmsPage, { description: "The page." }) page: CmsPage, @Ctx() ctx: Context): Promise<CmsPage> {
    return saveCmsPage(ctx, page);
  }

  @Rest("DELETE /V1/cmsPage/:pageId", "Magento_Cms::page_delete")
  @Mutation(() => Boolean, { name: "deleteCmsPage", description: "Removes a page." })
  async deleteById(
    @Arg("pageId", () => Int, { description: "Id of the page." }) pageId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCmsPage(ctx.db, pageId);
    return true;
  }
}
