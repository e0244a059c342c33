import { Field, InputType, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@OutputShape("PermissionResource", "A node of the permission tree.")
export class PermissionResource {
  @Field(() => String, { description: "Resource id, as used by routes, roles and integrations." })
  id!: string;

  @Field(() => String, { description: "Title." })
  title!: string;

  @Field(() => String, { nullable: true, description: "Id of the parent node; null for the root." })
  parent_id!: string | null;

  @Field(() => Int, { description: "Number of ancestors; 0 for the root." })
  level!: number;
}

@OutputShape("AdminRole", "An administrator role: the resources that its members can use.")
export class AdminRole {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "Unique name." })
  name!: string;

  @Field(() => [String], {
    description: "Granted resource ids; `Magento_Backend::all` grants all.",
  })
  resources!: string[];
}

export const AdminRoleSearchResults = SearchResults(AdminRole);
export type AdminRoleSearchResults = SearchResults<AdminRole>;

@OutputShape("AdminUser", "An administrator. The password hash is never returned.")
export class AdminUser {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "User name, unique and case-insensitive." })
  username!: string;

  @Field(() => String, { description: "Email address, unique and case-insensitive." })
  email!: string;

  @Field(() => String, { description: "First name." })
  firstname!: string;

  @Field(() => String, { description: "Last name." })
  lastname!: string;

  @Field(() => Boolean, { description: "Whether the administrator can sign in." })
  is_active!: boolean;

  @Field(() => String, { description: "Creation time in UTC." })
  created_at!: string;

  @Field(() => Int, { description: "Id of the role." })
  role_id!: number;

  @Field(() => String, { description: "Name of the role." })
  role_name!: string;
}

export const AdminUserSearchResults = SearchResults(AdminUser);
export type AdminUserSearchResults = SearchResults<AdminUser>;

@InputType("AdminRoleInput", {
  description: "A role to create or to change. Absent and null fields keep their values.",
})
export class AdminRoleData {
  @Field(() => String, { nullable: true, description: "Unique name. Required for a new role." })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Resource ids to grant, which the caller must hold. Required for a new role.",
  })
  resources?: string[] | null;
}

@InputType("AdminUserInput", {
  description: "An administrator to create or to change. Absent and null fields keep their values.",
})
export class AdminUserData {
  @Field(() => String, {
    nullable: true,
    description: "User name, unique and case-insensitive. Required for a new administrator.",
  })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Email address, unique and case-insensitive. Required for a new administrator.",
  })
  email?: string | null;

  @Field(() => String, { nullable: true, description: "First name. Required for a new administrator." })
  firstname?: string | null;

  @Field(() => String, { nullable: true, description: "Last name. Required for a new administrator." })
  lastname?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Password of at least 7 characters with letters and digits. Required for a new administrator; never returned.",
  })
  password?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the role, whose resources the caller must hold. Required for a new administrator.",
  })
  role_id?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the administrator can sign in; true by default." })
  is_active?: boolean | null;
}
