import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { addAdmin, changeAdmin, deleteAdmin, type OpenWork } from "./manage-admins.js";
import { addRole, changeRole, deleteRole } from "./manage-roles.js";
import { AdminRole, AdminRoleData, AdminUser, AdminUserData } from "./rights.types.js";

const users = "Magento_User::acl_users";
const roles = "Magento_User::acl_roles";
/** These operations are rare, and each can change whether anybody has all rights, so they run one at a time. */
const rights = { aggregate: "administrator", keys: ["*"] } as const;

@Contract("User", "AdminRoleManagement", rights)
@Resolver()
export class AdminRoleManagement {
  @Rest("POST /V1/adminRoles", roles)
  @Mutation(() => AdminRole, {
    name: "createAdminRole",
    description:
      "Creates a role with at most the caller's own rights, and returns it. 400 if the name is taken or a resource is unknown.",
  })
  create(
    @Arg("role", () => AdminRoleData, { description: "The role." }) role: AdminRoleData,
    @Ctx() ctx: Context,
  ): Promise<AdminRole> {
    return addRole(ctx.db, role, ctx);
  }

  @Rest("PUT /V1/adminRoles/:roleId", roles)
  @Mutation(() => AdminRole, {
    name: "updateAdminRole",
    description:
      "Changes the given fields of a role and returns it. Its members get the new rights with their next call. 400 for rights that the caller does not hold.",
  })
  update(
    @Arg("roleId", () => Int, { description: "Id of the role." }) roleId: number,
    @Arg("role", () => AdminRoleData, { description: "The fields to change." }) role: AdminRoleData,
    @Ctx() ctx: Context,
  ): Promise<AdminRole> {
    return changeRole(ctx.db, { id: roleId, given: role }, ctx);
  }

  @Rest("DELETE /V1/adminRoles/:roleId", roles)
  @Mutation(() => Boolean, {
    name: "deleteAdminRole",
    description: "Deletes a role and returns true. While administrators have the role, 400 with their names.",
  })
  async delete(
    @Arg("roleId", () => Int, { description: "Id of the role." }) roleId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteRole(ctx.db, roleId, ctx);
    return true;
  }
}

@Contract("User", "AdminUserManagement", rights)
@Resolver()
export class AdminUserManagement {
  constructor(private readonly dependencies: { readonly openWork: readonly OpenWork[] }) {}

  @Rest("POST /V1/adminUsers", users)
  @Mutation(() => AdminUser, {
    name: "createAdminUser",
    description:
      "Creates an administrator whose role has at most the caller's own rights. 400 if the user name or email address is taken.",
  })
  create(
    @Arg("user", () => AdminUserData, { description: "The administrator." }) user: AdminUserData,
    @Ctx() ctx: Context,
  ): Promise<AdminUser> {
    return addAdmin(ctx.db, user, ctx);
  }

  @Rest("PUT /V1/adminUsers/:userId", users)
  @Mutation(() => AdminUser, {
    name: "updateAdminUser",
    description:
      "Changes the given fields of an administrator. Setting a password or disabling the account ends its tokens and sessions. 400 for an administrator with more rights than the caller.",
  })
  update(
    @Arg("userId", () => Int, { description: "Id of the administrator." }) userId: number,
    @Arg("user", () => AdminUserData, { description: "The fields to change." }) user: AdminUserData,
    @Ctx() ctx: Context,
  ): Promise<AdminUser> {
    return changeAdmin(ctx.db, { id: userId, given: user }, ctx);
  }

  @Rest("DELETE /V1/adminUsers/:userId", users)
  @Mutation(() => Boolean, {
    name: "deleteAdminUser",
    description:
      "Deletes an administrator and all of the account's tokens and sessions, and returns true. 400 for the caller's own account, and while the administrator has unfinished bulks or open price proposals.",
  })
  async delete(
    @Arg("userId", () => Int, { description: "Id of the administrator." }) userId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteAdmin(ctx.db, userId, { by: ctx, openWork: this.dependencies.openWork });
    return true;
  }
}
