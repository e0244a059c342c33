import type { FieldNode, GraphQLResolveInfo } from "graphql";
import { type AlsoRead, childrenOf, Selection } from "../call/answer/selection.js";

/** Fields of `page_info` for which all records have to be counted. */
const countedFields = ["total_pages", "has_next_page", "totalPages", "hasNextPage"];

/** The two spellings of the page information. */
const pageInfoFields = ["page_info", "pageInfo"];

/** The fields that each edge needs of its record, by the name of the edge. */
export type Needs = ReadonlyMap<string, readonly string[]>;

interface Reading {
  readonly needs: Needs;
  /** Whether the page is read with a cursor, which needs no total count. */
  readonly isCursor: boolean;
}

type Selected = Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;

/**
 * Returns the fields an operation reads for the selection of a document. Besides the selected fields these are the
 * fields that edges need, the nodes of a page as its items, and the total count if the page information needs it.
 */
export function selectionOf(info: Selected, { needs, isCursor }: Reading): Selection | undefined {
  const also: AlsoRead = (children) => {
    const read = new Map(children);
    for (const name of children.keys()) {
      for (const field of needs.get(name) ?? []) if (!read.has(field)) read.set(field, noNodes);
    }
    const nodes = childrenOf(children.get("edges") ?? [], info.fragments).get("node");
    const infoNodes = pageInfoFields.flatMap((name) => children.get(name) ?? []);
    const pageInfo = childrenOf(infoNodes, info.fragments);
    if (nodes || infoNodes.length > 0) read.set("items", [...(children.get("items") ?? []), ...(nodes ?? [])]);
    if (!isCursor && countedFields.some((name) => pageInfo.has(name))) read.set("total_count", noNodes);
    return read;
  };
  return Selection.of(info, also);
}

const noNodes: readonly FieldNode[] = [];
