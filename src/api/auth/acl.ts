import tree from "./acl.json" with { type: "json" };
import { inputError } from "../call/errors.js";
import { everything } from "./actor.js";

/** A node of the permission tree: the resource id that routes use, its title and its children. */
export interface Resource {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Resource[];
}

/**
 * The root of the permission tree. Granting it grants nothing below; granting `Magento_Backend::all` grants everything.
 */
export const root: Resource = tree;

const titles = new Map<string, string>([[everything, "All resources"]]);
collectTitles(root);

function collectTitles(resource: Resource): void {
  titles.set(resource.id, resource.title);
  for (const child of resource.children) collectTitles(child);
}

/** All resource ids that can be granted to a role, including `Magento_Backend::all`. */
export const resourceIds: ReadonlySet<string> = new Set(titles.keys());

/** Resources of routes that only the commerce edition has. */
export const commerceResources: ReadonlySet<string> = new Set([
  "Magento_GiftCardAccount::giftcardaccount",
  "Magento_GiftWrapping::magento_giftwrapping",
  "Magento_Rma::magento_rma",
]);

/** Returns the title of a resource, or undefined for an unknown id. */
export const titleOf = (id: string): string | undefined => titles.get(id);

/** Throws 400 for the first unknown resource id. */
export function requireKnownResources(resources: readonly string[]): void {
  const unknown = resources.find((resource) => !resourceIds.has(resource));
  if (unknown !== undefined) throw inputError('The resource "%1" does not exist in the permission tree.', [unknown]);
}
