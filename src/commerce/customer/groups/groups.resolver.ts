import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { readStoreViews } from "../../store/published.js";
import type { Context } from "../../../api/call/context.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { DefaultGroups, writeDefaultGroup } from "./default-group.js";
import { deleteGroup, isGroupProtected } from "./delete-group.js";
import { requireGroup, saveGroup } from "./group-rules.js";
import { lockGroupAgainstDeletion, readGroup, searchGroups } from "./groups.rows.js";
import { CustomerGroup, CustomerGroupSearchResults } from "./groups.types.js";

const permission = "Magento_Customer::group";

@Contract("Customer", "GroupRepository", { aggregate: "customer-group" })
@Resolver()
export class GroupRepository {
  @Rest("GET /V1/customerGroups/:id", permission)
  @Query(() => CustomerGroup, { name: "customerGroup", description: "A customer group." })
  getById(
    @Arg("id", () => Int, { description: "Id of the group; 0 is the group of guests." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<CustomerGroup> {
    return requireGroup(ctx.db, id);
  }

  @Rest("GET /V1/customerGroups/search", permission)
  @Query(() => CustomerGroupSearchResults, {
    name: "customerGroups",
    description: "Searches customer groups by id, code, tax_class_id and tax_class_name.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CustomerGroupSearchResults> {
    return searchGroups(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/customerGroups", permission)
  @Rest("PUT /V1/customerGroups/:id", permission)
  @Mutation(() => CustomerGroup, {
    name: "saveCustomerGroup",
    description: "Creates a customer group, or updates the group with the given id.",
  })
  save(
    @Arg("group", () => CustomerGroup, { description: "The group." }) group: CustomerGroup,
    @Ctx() ctx: Context,
  ): Promise<CustomerGroup> {
    return saveGroup(ctx.db, group);
  }

  @Rest("DELETE /V1/customerGroups/:id", permission, { keys: ["id", "customer:*", "product:*"] })
  @Mutation(() => Boolean, {
    name: "deleteCustomerGroup",
    description:
      "Deletes a customer group with its tier prices and moves its customers to the default group. Returns true.",
  })
  async deleteById(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteGroup(ctx, id);
    return true;
  }
}

@Contract("Customer", "GroupManagement", { aggregate: "customer-group" })
@Resolver()
export class GroupManagement {
  @Rest("GET /V1/customerGroups/default", permission)
  @Rest("GET /V1/customerGroups/default/:storeId", permission)
  @Query(() => CustomerGroup, {
    name: "defaultCustomerGroup",
    description: "The default group of new customers in a store view.",
  })
  async getDefaultGroup(
    @Arg("storeId", () => Int, {
      nullable: true,
      description: "Id of the store view; defaults to the current store view.",
    })
    givenId: number | null | undefined,
    @Ctx() { db, scope }: Context,
  ): Promise<CustomerGroup> {
    const storeId = givenId ?? scope.storeId;
    const store = (await readStoreViews(db)).find((view) => view.id === storeId);
    if (!store) throw noSuchEntity("storeId", storeId);
    const groupId = (await DefaultGroups.read(db)).of({ storeId, websiteId: store.website_id });
    const group = await readGroup(db, groupId);
    if (!group) throw noSuchEntity("groupId", groupId, ["storeId", storeId]);
    return group;
  }

  @Rest("GET /V1/customerGroups/:id/permissions", permission)
  @Query(() => Boolean, {
    name: "isCustomerGroupReadonly",
    description: "Whether a customer group cannot be deleted: group 0, and the default group of any store view.",
  })
  async isReadonly(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    if (!(await readGroup(ctx.db, id))) throw noSuchEntity("groupId", id);
    return isGroupProtected(ctx, id);
  }
}

@Contract("Customer", "CustomerGroupConfig", { aggregate: "customer-group" })
@Resolver()
export class CustomerGroupConfig {
  @Rest("PUT /V1/customerGroups/default/:id", permission, { keys: ["id", "customer:*"] })
  @Writes("customerGroup", { id: "result" })
  @Mutation(() => Int, {
    name: "setDefaultCustomerGroup",
    description:
      "Makes a group the default of new customers, except for websites and store views with a default of their own.",
  })
  async setDefaultCustomerGroup(
    @Arg("id", () => Int, { description: "Id of the group." }) id: number,
    @Ctx() { db }: Context,
  ): Promise<number> {
    if (!(await lockGroupAgainstDeletion(db, id))) throw noSuchEntity("id", id);
    await writeDefaultGroup(db, id);
    return id;
  }
}
