import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { cmsBlockOf, deleteCmsBlock, saveCmsBlock } from "./cms-block-rules.js";
import { searchCmsBlocks } from "./cms-blocks.rows.js";
import { CmsBlock, CmsBlockSearchResults } from "./cms-blocks.types.js";

const permission = "Magento_Cms::block";

@Contract("Cms")
@Resolver()
export class BlockRepository {
  @Rest("GET /V1/cmsBlock/:blockId", permission, { publicRead: true })
  @Query(() => CmsBlock, { name: "cmsBlock", description: "A block of content." })
  getById(
    @Arg("blockId", () => String, {
      description: "Id of the block, or its identifier; of several the block of the store view, then that of all.",
    })
    blockId: string,
    @Ctx() ctx: Context,
  ): Promise<CmsBlock> {
    return cmsBlockOf(ctx, blockId);
  }

  @Rest("GET /V1/cmsBlock/search", permission)
  @Query(() => CmsBlockSearchResults, {
    name: "cmsBlocks",
    description:
      "Searches blocks by the names of their fields, and by store_id; 0 is that of blocks of all store views.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "What to search for." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CmsBlockSearchResults> {
    return searchCmsBlocks(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/cmsBlock", permission)
  @Rest("PUT /V1/cmsBlock/:id", permission)
  @Mutation(() => CmsBlock, {
    name: "saveCmsBlock",
    description:
      "Creates a block of the store view of the call, or changes what is sent of the one whose id is given; its store views stay.",
  })
  save(
    @Arg("block", () => CmsBlock, { description: "The block." }) block: CmsBlock,
    @Ctx() ctx: Context,
  ): Promise<CmsBlock> {
    return saveCmsBlock(ctx, block);
  }

  @Rest("DELETE /V1/cmsBlock/:blockId", permission)
  @Mutation(() => Boolean, { name: "deleteCmsBlock", description: "Removes a block." })
  async deleteById(
    @Arg("blockId", () => String, { description: "Id of the block, or its identifier." }) blockId: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCmsBlock(ctx, blockId);
    return true;
  }
}
