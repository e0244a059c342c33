import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";

@Shape("Filter", "One condition on one field.")
export class Filter {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: "What to compare with; a comma-separated list for `in`, `nin`; ignored for `null`, `notnull`.",
  })
  value?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "One of eq (default), neq, gt, gteq, lt, lteq, moreq, from, to, in, nin, like, nlike, finset, nfinset, null, notnull.",
  })
  condition_type?: string | null;
}

@Shape("FilterGroup", "Conditions of which at least one must hold.")
export class FilterGroup {
  @Field(() => [Filter], { nullable: true, description: "The conditions, joined with OR." })
  filters?: Filter[] | null;
}

@Shape("SortOrder", "A field to sort by.")
export class SortOrder {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, { nullable: true, description: "ASC or DESC; DESC where it is not given." })
  direction?: string | null;
}

@Shape("SearchCriteria", "What was searched for, as it was understood.", {
  input: "What to search for; empty: everything.",
})
export class SearchCriteria {
  @Field(() => [FilterGroup], { nullable: true, description: "Groups of conditions, joined with AND." })
  filter_groups?: FilterGroup[] | null;

  @Field(() => [SortOrder], { nullable: true, description: "Fields to sort by, the first one first." })
  sort_orders?: SortOrder[] | null;

  @Field(() => Int, { nullable: true, description: "Records per page; all where it is not given." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return, from 1." })
  current_page?: number | null;
}
