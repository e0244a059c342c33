import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";

@Shape("Filter", "A condition on a field.")
export class Filter {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: "Value to compare with; a comma-separated list for `in` and `nin`; ignored for `null` and `notnull`.",
  })
  value?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "One of eq (default), neq, gt, gteq, lt, lteq, moreq, from, to, in, nin, like, nlike, finset, nfinset, null, notnull.",
  })
  condition_type?: string | null;
}

@Shape("FilterGroup", "A group of conditions of which at least one must match.")
export class FilterGroup {
  @Field(() => [Filter], { nullable: true, description: "The conditions, joined with OR." })
  filters?: Filter[] | null;
}

@Shape("SortOrder", "A sort order.")
export class SortOrder {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, { nullable: true, description: "ASC or DESC; DESC by default." })
  direction?: string | null;
}

@Shape("SearchCriteria", "The search criteria as understood.", {
  input: "Search criteria; empty matches everything.",
})
export class SearchCriteria {
  @Field(() => [FilterGroup], { nullable: true, description: "Groups of conditions, joined with AND." })
  filter_groups?: FilterGroup[] | null;

  @Field(() => [SortOrder], { nullable: true, description: "Sort orders, the most significant first." })
  sort_orders?: SortOrder[] | null;

  @Field(() => Int, { nullable: true, description: "Records per page; all by default." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return, from 1." })
  current_page?: number | null;
}
