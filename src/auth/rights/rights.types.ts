import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@OutputShape("PermissionResource", "A node of the permission tree.")
export class PermissionResource {
  @Field(() => String, { description: "Id that routes, roles and integrations name it by." })
  id!: string;

  @Field(() => String, { description: "What people call it." })
  title!: string;

  @Field(() => String, { nullable: true, description: "Id of the node that contains it; null for the root." })
  parent_id!: string | null;

  @Field(() => Int, { description: "How many nodes are above it; 0 for the root." })
  level!: number;
}

@OutputShape("AdminRole", "What a group of administrators may do.")
export class AdminRole {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "Name, unique." })
  name!: string;

  @Field(() => [String], {
    description: "Ids of the permission tree that are granted; `Magento_Backend::all` grants every one.",
  })
  resources!: string[];
}

export const AdminRoleSearchResults = SearchResults(AdminRole);
export type AdminRoleSearchResults = SearchResults<AdminRole>;

@OutputShape("AdminUser", "An administrator. What the password is checked with is never shown.")
export class AdminUser {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "User name, unique in any case." })
  username!: string;

  @Field(() => String, { description: "E-mail address, unique in any case." })
  email!: string;

  @Field(() => String, { description: "First name." })
  firstname!: string;

  @Field(() => String, { description: "Last name." })
  lastname!: string;

  @Field(() => Boolean, { description: "Whether the administrator may sign in." })
  is_active!: boolean;

  @Field(() => String, { description: "When the account was created, UTC." })
  created_at!: string;

  @Field(() => Int, { description: "Id of the role." })
  role_id!: number;

  @Field(() => String, { description: "Name of the role." })
  role_name!: string;
}

export const AdminUserSearchResults = SearchResults(AdminUser);
export type AdminUserSearchResults = SearchResults<AdminUser>;
