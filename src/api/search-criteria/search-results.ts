import { Field, Int, ObjectType } from "type-graphql";
import { shapeName } from "../contract/shape.js";
import { SearchCriteria } from "./search-criteria.types.js";

/** A page of records, in the format of every search in Magento's REST API. */
export interface SearchResults<Item> {
  items: Item[];
  search_criteria: SearchCriteria;
  total_count: number;
}

/** A page whose items can be created lazily, while the response is written. */
export interface Found<Item> extends Omit<SearchResults<Item>, "items"> {
  items: Iterable<Item>;
}

/** Declares the type `<shape>SearchResults`: a page of records of the shape. */
export function SearchResults<Item extends object>(shape: new () => Item): new () => SearchResults<Item> {
  const name = shapeName(shape);

  @ObjectType(`${name}SearchResults`, { description: `A page of records of type ${name}.` })
  class Results implements SearchResults<Item> {
    @Field(() => [shape], { description: "The records of the page, in the requested order." })
    items!: Item[];

    @Field(() => SearchCriteria, { description: "The search criteria of the request, normalized." })
    search_criteria!: SearchCriteria;

    @Field(() => Int, { description: "Number of matching records on all pages." })
    total_count!: number;
  }
  return Results;
}
