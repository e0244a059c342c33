import { Field, InputType, Int } from "type-graphql";

@InputType("WebsiteInput", {
  description: "A website to create or to change. Absent and null fields keep their values.",
})
export class WebsiteData {
  @Field(() => String, {
    nullable: true,
    description:
      "Code of at most 32 characters: letters, digits and `_`, starting with a letter. Required for a new website.",
  })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name, at most 64 characters. Required for a new website.",
  })
  name?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order in lists, ascending; 0 by default." })
  sort_order?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Id of its default store, which must belong to the website. The first store of a website becomes its default store.",
  })
  default_group_id?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True makes it the default website in place of the current one. False is rejected for the default website.",
  })
  is_default?: boolean | null;
}

@InputType("StoreGroupInput", {
  description: "A store to create or to change. Absent and null fields keep their values.",
})
export class StoreGroupData {
  @Field(() => Int, { nullable: true, description: "Id of its website; defaults to the default website." })
  website_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Code of at most 32 characters: letters, digits, `_` and `-`, starting with a letter. Required for a new store.",
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: "Name, at most 255 characters. Required for a new store." })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its root category, a category of level 1; defaults to the root category of the default store.",
  })
  root_category_id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Id of its default store view, which must belong to the store. The first store view of a store becomes its default store view.",
  })
  default_store_id?: number | null;
}

@InputType("StoreViewInput", {
  description: "A store view to create or to change. Absent and null fields keep their values.",
})
export class StoreViewData {
  @Field(() => String, {
    nullable: true,
    description:
      "Code, as in the URL path, of at most 32 characters: letters, digits and `_`, starting with a letter. Required for a new store view.",
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: "Name, at most 255 characters. Required for a new store view." })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its store, which also determines its website; defaults to the default store.",
  })
  store_group_id?: number | null;

  @Field(() => Int, { nullable: true, description: "1 (the default) if it is enabled, otherwise 0." })
  is_active?: number | null;

  @Field(() => Int, { nullable: true, description: "Sort order in lists, ascending; 0 by default." })
  sort_order?: number | null;
}
