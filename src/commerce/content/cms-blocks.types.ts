import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../api/contract/request-fields.js";
import { Shape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";

@Shape("CmsBlock", "A CMS block: a piece of content for storefront pages.", { always: ["active"], lacksInRest: true })
export class CmsBlock {
  @Field(() => Int, { nullable: true, description: "Id; omit to create a block." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Identifier, unique within its store views." })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Title." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Content, stored and returned unchanged." })
  content?: string | null;

  @ReadOnly(() => String, "Creation time in UTC.")
  creation_time?: string | null;

  @ReadOnly(() => String, "Time of the last change in UTC.")
  update_time?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the storefront shows it; defaults to true when creating.",
  })
  active?: boolean | null;
}

export const CmsBlockSearchResults = SearchResults(CmsBlock);
export type CmsBlockSearchResults = SearchResults<CmsBlock>;
