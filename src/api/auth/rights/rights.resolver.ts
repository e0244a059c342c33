import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { noSuchEntity } from "../../call/errors.js";
import { Contract, Rest } from "../../contract/rest.js";
import type { Configured } from "../../../config.js";
import { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { commerceResources, type Resource, root } from "../acl.js";
import { readAdmin, readRole, searchAdmins, searchRoles } from "./rights.rows.js";
import {
  AdminRole,
  AdminRoleSearchResults,
  AdminUser,
  AdminUserSearchResults,
  PermissionResource,
} from "./rights.types.js";

const permission = "Magento_Backend::system";

@Contract("Authorization", "RightsManagement")
@Resolver()
export class RightsManagement {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/permissions", permission)
  @Query(() => [PermissionResource], {
    name: "permissions",
    description: "The permission tree as a list, parents before their children.",
  })
  getPermissions(): PermissionResource[] {
    const { PORTICO_EDITION: edition } = this.dependencies.config;
    return edition === "commerce" ? tree : tree.filter(({ id }) => !commerceResources.has(id));
  }

  @Rest("GET /V1/adminRoles/:roleId", permission)
  @Query(() => AdminRole, { name: "adminRole", description: "An administrator role." })
  async getRole(
    @Arg("roleId", () => Int, { description: "Id of the role." }) roleId: number,
    @Ctx() { db }: Context,
  ): Promise<AdminRole> {
    const role = await readRole(db, roleId);
    if (!role) throw noSuchEntity("roleId", roleId);
    return role;
  }

  @Rest("GET /V1/adminRoles/search", permission)
  @Query(() => AdminRoleSearchResults, {
    name: "adminRoles",
    description: "Searches administrator roles by id and name.",
  })
  getRoles(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<AdminRoleSearchResults> {
    return searchRoles(db, searchCriteria);
  }

  @Rest("GET /V1/adminUsers/:userId", permission)
  @Query(() => AdminUser, { name: "adminUser", description: "An administrator with the role." })
  async getUser(
    @Arg("userId", () => Int, { description: "Id of the administrator." }) userId: number,
    @Ctx() { db }: Context,
  ): Promise<AdminUser> {
    const user = await readAdmin(db, userId);
    if (!user) throw noSuchEntity("userId", userId);
    return user;
  }

  @Rest("GET /V1/adminUsers/search", permission)
  @Query(() => AdminUserSearchResults, {
    name: "adminUsers",
    description: "Searches administrators by id, names, email address, is_active, created_at and role.",
  })
  getUsers(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<AdminUserSearchResults> {
    return searchAdmins(db, searchCriteria);
  }
}

const tree: PermissionResource[] = flattenTree(root, null, 0);

function flattenTree(resource: Resource, parent: string | null, level: number): PermissionResource[] {
  const { id, title, children } = resource;
  const own = { id, title, parent_id: parent, level };
  return [own, ...children.flatMap((child) => flattenTree(child, id, level + 1))];
}
