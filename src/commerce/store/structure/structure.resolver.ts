import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { StoreGroup, StoreView, Website } from "../stores.types.js";
import { changeGroup, createGroup, deleteGroup } from "./store-groups.js";
import { changeView, createView, deleteView } from "./store-views.js";
import { StoreGroupData, StoreViewData, WebsiteData } from "./structure.types.js";
import { changeWebsite, createWebsite, deleteWebsite } from "./websites.js";

const permission = "Magento_Backend::store";
const websiteId = "Id of the website.";
const groupId = "Id of the store.";
const viewId = "Id of the store view.";
/** These operations are rare, and each can change the default of another, so they run one at a time. */
const structure = { aggregate: "store", keys: ["*"] } as const;

@Contract("Store", "WebsiteManagement", structure)
@Resolver()
export class WebsiteManagement {
  @Rest("POST /V1/store/websites", permission)
  @Mutation(() => Website, {
    name: "createWebsite",
    description:
      "Creates a website without stores and returns it. It sells from the default stock. 400 if the code is invalid or taken.",
  })
  create(
    @Arg("website", () => WebsiteData, { description: "The website." }) website: WebsiteData,
    @Ctx() ctx: Context,
  ): Promise<Website> {
    return createWebsite(ctx.db, website, ctx);
  }

  @Rest("PUT /V1/store/websites/:websiteId", permission)
  @Mutation(() => Website, {
    name: "updateWebsite",
    description:
      "Changes the given fields of a website and returns it. 404 for an unknown id, 400 if the shop would be left without a default website.",
  })
  update(
    @Arg("websiteId", () => Int, { description: websiteId }) id: number,
    @Arg("website", () => WebsiteData, { description: "The fields to change." }) website: WebsiteData,
    @Ctx() ctx: Context,
  ): Promise<Website> {
    return changeWebsite(ctx.db, { id, data: website }, ctx);
  }

  @Rest("DELETE /V1/store/websites/:websiteId", permission)
  @Mutation(() => Boolean, {
    name: "deleteWebsite",
    description:
      "Deletes a website with its settings and returns true. While anything refers to it, 400 with a list of the references, such as stores, products and customers.",
  })
  async delete(
    @Arg("websiteId", () => Int, { description: websiteId }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteWebsite(ctx.db, id, ctx);
    return true;
  }
}

@Contract("Store", "StoreGroupManagement", structure)
@Resolver()
export class StoreGroupManagement {
  @Rest("POST /V1/store/storeGroups", permission)
  @Mutation(() => StoreGroup, {
    name: "createStoreGroup",
    description:
      "Creates a store without store views and returns it. 404 for an unknown website, 400 for a category that is not a root category.",
  })
  create(
    @Arg("storeGroup", () => StoreGroupData, { description: "The store." }) storeGroup: StoreGroupData,
    @Ctx() ctx: Context,
  ): Promise<StoreGroup> {
    return createGroup(ctx.db, storeGroup, ctx);
  }

  @Rest("PUT /V1/store/storeGroups/:storeGroupId", permission)
  @Mutation(() => StoreGroup, {
    name: "updateStoreGroup",
    description:
      "Changes the given fields of a store and returns it. Moving it to another website moves its store views too. While anything refers to them, 400 with a list of the references.",
  })
  update(
    @Arg("storeGroupId", () => Int, { description: groupId }) id: number,
    @Arg("storeGroup", () => StoreGroupData, { description: "The fields to change." }) storeGroup: StoreGroupData,
    @Ctx() ctx: Context,
  ): Promise<StoreGroup> {
    return changeGroup(ctx.db, { id, data: storeGroup }, ctx);
  }

  @Rest("DELETE /V1/store/storeGroups/:storeGroupId", permission)
  @Mutation(() => Boolean, {
    name: "deleteStoreGroup",
    description: "Deletes a store and returns true. 404 for an unknown id, 400 while it has store views.",
  })
  async delete(
    @Arg("storeGroupId", () => Int, { description: groupId }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteGroup(ctx.db, id, ctx);
    return true;
  }
}

@Contract("Store", "StoreViewManagement", structure)
@Resolver()
export class StoreViewManagement {
  @Rest("POST /V1/store/storeViews", permission)
  @Mutation(() => StoreView, {
    name: "createStoreView",
    description:
      "Creates a store view and returns it. Its code is valid in paths immediately, in every process. 400 if the code is invalid or taken.",
  })
  create(
    @Arg("storeView", () => StoreViewData, { description: "The store view." }) storeView: StoreViewData,
    @Ctx() ctx: Context,
  ): Promise<StoreView> {
    return createView(ctx.db, storeView, ctx);
  }

  @Rest("PUT /V1/store/storeViews/:storeViewId", permission)
  @Mutation(() => StoreView, {
    name: "updateStoreView",
    description:
      "Changes the given fields of a store view and returns it. Other processes see the change within two seconds. 400 for disabling or moving the shop's default store view.",
  })
  update(
    @Arg("storeViewId", () => Int, { description: viewId }) id: number,
    @Arg("storeView", () => StoreViewData, { description: "The fields to change." }) storeView: StoreViewData,
    @Ctx() ctx: Context,
  ): Promise<StoreView> {
    return changeView(ctx.db, { id, data: storeView }, ctx);
  }

  @Rest("DELETE /V1/store/storeViews/:storeViewId", permission)
  @Mutation(() => Boolean, {
    name: "deleteStoreView",
    description:
      "Deletes a store view with its settings and returns true. While anything refers to it, 400 with a list of the references, such as orders, customers and texts.",
  })
  async delete(
    @Arg("storeViewId", () => Int, { description: viewId }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteView(ctx.db, id, ctx);
    return true;
  }
}
