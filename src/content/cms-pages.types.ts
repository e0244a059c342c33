import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("CmsPage", "A page of content.")
export class CmsPage {
  @Field(() => Int, { nullable: true, description: "Id; without one a page is created." })
  id?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Its address below that of the shop: lower case letters, digits, `_`, `-` and `/`, not digits alone. Made from the title where a new page comes without.",
  })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Title." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Layout of the shop front, such as 1column." })
  page_layout?: string | null;

  @Field(() => String, { nullable: true, description: "Title for search engines." })
  meta_title?: string | null;

  @Field(() => String, { nullable: true, description: "Keywords for search engines." })
  meta_keywords?: string | null;

  @Field(() => String, { nullable: true, description: "Description for search engines." })
  meta_description?: string | null;

  @Field(() => String, { nullable: true, description: "Heading above the content." })
  content_heading?: string | null;

  @Field(() => String, { nullable: true, description: "Markup, kept and answered as it was sent." })
  content?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, in UTC; read only." })
  creation_time?: string | null;

  @Field(() => String, { nullable: true, description: "When it was last changed, in UTC; read only." })
  update_time?: string | null;

  @Field(() => String, { nullable: true, description: "Place among the pages: a whole number." })
  sort_order?: string | null;

  @Field(() => String, { nullable: true, description: "Changes of the layout, kept as they were sent." })
  layout_update_xml?: string | null;

  @Field(() => String, { nullable: true, description: "Theme of the shop front for a time." })
  custom_theme?: string | null;

  @Field(() => String, { nullable: true, description: "Layout of the shop front for a time." })
  custom_root_template?: string | null;

  @Field(() => String, { nullable: true, description: "Changes of the layout for a time, kept as they were sent." })
  custom_layout_update_xml?: string | null;

  @Field(() => String, { nullable: true, description: "First day of that time, `YYYY-MM-DD`." })
  custom_theme_from?: string | null;

  @Field(() => String, { nullable: true, description: "Last day of that time, `YYYY-MM-DD`." })
  custom_theme_to?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shoppers see it; true where a new one comes without." })
  active?: boolean | null;
}

export const CmsPageSearchResults = SearchResults(CmsPage);
export type CmsPageSearchResults = SearchResults<CmsPage>;
