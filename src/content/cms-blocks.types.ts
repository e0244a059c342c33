import { Field, InputType, Int, ObjectType } from "type-graphql";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";

@ObjectType("CmsBlock", { description: "A piece of content that pages of a shop front may hold." })
@InputType("CmsBlockInput", { description: "A piece of content that pages of a shop front may hold." })
export class CmsBlock {
  @Field(() => Int, { nullable: true, description: "Id; without one a block is created." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Identifier, which no other block of its store views has." })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Title for people." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Markup, kept and answered as it was sent." })
  content?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, in UTC; read only." })
  creation_time?: string | null;

  @Field(() => String, { nullable: true, description: "When it was last changed, in UTC; read only." })
  update_time?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shoppers see it; true where a new one comes without." })
  active?: boolean | null;
}

@ObjectType("CmsBlockSearchResults", { description: "Blocks that were searched for." })
export class CmsBlockSearchResults {
  @Field(() => [CmsBlock], { description: "The blocks of the page, by id where no order was asked for." })
  items!: CmsBlock[];

  @Field(() => SearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of blocks on all pages." })
  total_count!: number;
}
