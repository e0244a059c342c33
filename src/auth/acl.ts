import tree from "./acl.json" with { type: "json" };
import { inputError } from "../call/errors.js";
import { everything } from "./actor.js";

/** A node of the permission tree: the id that routes name, a title for people, and what it contains. */
export interface Resource {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Resource[];
}

/** The permission tree's root; granting it grants nothing below, granting `Magento_Backend::all` grants everything. */
export const root: Resource = tree;

const titles = new Map<string, string>([[everything, "All resources"]]);
gather(root);

function gather(resource: Resource): void {
  titles.set(resource.id, resource.title);
  for (const child of resource.children) gather(child);
}

/** Every id that a role may be granted, `Magento_Backend::all` included. */
export const resourceIds: ReadonlySet<string> = new Set(titles.keys());

/** What people call a resource, or undefined where the tree has no such id. */
export const titleOf = (id: string): string | undefined => titles.get(id);

/** Throws 400 for the first id that the tree does not have. */
export function demandKnown(resources: readonly string[]): void {
  const unknown = resources.find((resource) => !resourceIds.has(resource));
  if (unknown !== undefined) throw inputError('The resource "%1" does not exist in the permission tree.', [unknown]);
}
