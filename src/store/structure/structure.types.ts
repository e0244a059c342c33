import { Field, InputType, Int } from "type-graphql";

@InputType("WebsiteInput", {
  description: "A website to create or to change. Absent and null fields keep their values.",
})
export class WebsiteData {
  @Field(() => String, {
    nullable: true,
    description: "Code: letters, digits and `_`, a letter first, at most 32 characters. Required for a new website.",
  })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name, at most 64 characters. Required for a new website.",
  })
  name?: string | null;

  @Field(() => Int, { nullable: true, description: "Place in lists, the smallest first; 0 by default." })
  sort_order?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its default store, one of its own. The first store of a website becomes it.",
  })
  default_group_id?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True makes it the default website, instead of the one before. False is refused for the default one.",
  })
  is_default?: boolean | null;
}

@InputType("StoreGroupInput", {
  description: "A store to create or to change. Absent and null fields keep their values.",
})
export class StoreGroupData {
  @Field(() => Int, { nullable: true, description: "Id of its website. By default the default website." })
  website_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Code: letters, digits and `_`, a letter first, at most 32 characters. Required for a new store.",
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: "Name, at most 255 characters. Required for a new store." })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its root category, which is a category of level 1. By default that of the default store.",
  })
  root_category_id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its default store view, one of its own. The first store view of a store becomes it.",
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
      "Code, as in the URL path: letters, digits and `_`, a letter first, at most 32 characters. Required for a new store view.",
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: "Name, at most 255 characters. Required for a new store view." })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of its store, which also decides about its website. By default the default store.",
  })
  store_group_id?: number | null;

  @Field(() => Int, { nullable: true, description: "1 if it is enabled, the default, otherwise 0." })
  is_active?: number | null;

  @Field(() => Int, { nullable: true, description: "Place in lists, the smallest first; 0 by default." })
  sort_order?: number | null;
}
