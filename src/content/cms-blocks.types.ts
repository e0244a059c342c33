import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("CmsBlock", "A piece of content that pages of a shop front may hold.")
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

export const CmsBlockSearchResults = SearchResults(CmsBlock);
export type CmsBlockSearchResults = SearchResults<CmsBlock>;
