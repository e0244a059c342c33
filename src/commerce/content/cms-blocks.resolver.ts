import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { requireCmsBlock, deleteCmsBlock, saveCmsBlock } from "./cms-block-rules.js";
import { searchCmsBlocks } from "./cms-blocks.rows.js";
import { CmsBlock, CmsBlockSearchResults } from "./cms-blocks.types.js";

const permission = "Magento_Cms::block";

@Contract("Cms", "BlockRepository", { aggregate: "cms-block" })
@Resolver()
export class BlockRepository {
  @Rest("GET /V1/cmsBlock/:blockId", permission, { publicRead: true })
  @Query(() => CmsBlock, { name: "cmsBlock", description: "A CMS block." })
  getById(
    @Arg("blockId", () => String, {
      description:
        "Id or identifier of the block. Among blocks with the same identifier, the block of the current store view comes first, then the block of all store views.",
    })
    blockId: string,
    @Ctx() ctx: Context,
  ): Promise<CmsBlock> {
    return requireCmsBlock(ctx, blockId);
  }

  @Rest("GET /V1/cmsBlock/search", permission)
  @Query(() => CmsBlockSearchResults, {
    name: "cmsBlocks",
    description: "Searches CMS blocks by their fields and by store_id; 0 matches blocks of all store views.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CmsBlockSearchResults> {
    return searchCmsBlocks(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/cmsBlock", permission)
  @Rest("PUT /V1/cmsBlock/:id", permission)
  @Mutation(() => CmsBlock, {
    name: "saveCmsBlock",
    description:
      "Creates a CMS block in the current store view, or updates the given fields of the block with the given id; its store views stay unchanged.",
  })
  save(
    @Arg("block", () => CmsBlock, { description: "The block." }) block: CmsBlock,
    @Ctx() ctx: Context,
  ): Promise<CmsBlock> {
    return saveCmsBlock(ctx, block);
  }

  @Rest("DELETE /V1/cmsBlock/:blockId", permission)
  @Mutation(() => Boolean, { name: "deleteCmsBlock", description: "Deletes a CMS block. Returns true." })
  async deleteById(
    @Arg("blockId", () => String, { description: "Id or identifier of the block." }) blockId: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCmsBlock(ctx, blockId);
    return true;
  }
}
