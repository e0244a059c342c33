import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../api/contract/request-fields.js";
import { Shape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";

@Shape("CmsPage", "A CMS page.", { always: ["active"], lacksInRest: true })
export class CmsPage {
  @Field(() => Int, { nullable: true, description: "Id; omit to create a page." })
  id?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "URL path below the store's base URL: lower-case letters, digits, `_`, `-` and `/`, not digits only. Omit it to derive it from the title of a new page.",
  })
  identifier?: string | null;

  @Field(() => String, { nullable: true, description: "Title." })
  title?: string | null;

  @Field(() => String, { nullable: true, description: "Page layout, such as 1column." })
  page_layout?: string | null;

  @Field(() => String, { nullable: true, description: "Meta title." })
  meta_title?: string | null;

  @Field(() => String, { nullable: true, description: "Meta keywords." })
  meta_keywords?: string | null;

  @Field(() => String, { nullable: true, description: "Meta description." })
  meta_description?: string | null;

  @Field(() => String, { nullable: true, description: "Heading above the content." })
  content_heading?: string | null;

  @Field(() => String, { nullable: true, description: "Content, stored and returned unchanged." })
  content?: string | null;

  @Field(() => String, { nullable: true, description: "Creation time in UTC; it can be set for a new page." })
  creation_time?: string | null;

  @ReadOnly(() => String, "Time of the last change in UTC.")
  update_time?: string | null;

  @Field(() => String, { nullable: true, description: "Sort order among the pages, an integer." })
  sort_order?: string | null;

  @Field(() => String, { nullable: true, description: "Layout update XML; it can only be removed." })
  layout_update_xml?: string | null;

  @Field(() => String, { nullable: true, description: "Theme during the custom design period." })
  custom_theme?: string | null;

  @Field(() => String, { nullable: true, description: "Layout during the custom design period." })
  custom_root_template?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Layout update XML during the custom design period; it can only be removed.",
  })
  custom_layout_update_xml?: string | null;

  @Field(() => String, { nullable: true, description: "First day of the custom design period, `YYYY-MM-DD`." })
  custom_theme_from?: string | null;

  @Field(() => String, { nullable: true, description: "Last day of the custom design period, `YYYY-MM-DD`." })
  custom_theme_to?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the storefront shows it; defaults to true when creating.",
  })
  active?: boolean | null;
}

export const CmsPageSearchResults = SearchResults(CmsPage);
export type CmsPageSearchResults = SearchResults<CmsPage>;
