import { allExtras } from "../../src/extras.js";
import { withExtensions } from "../../src/extensions.js";
import type { Services } from "../../src/services.js";

/** Where the built-in extensions store secrets. */
export const { secretPlaces } = withExtensions(allExtras);

/** Returns recurring work of an extension, by `<name of the extension>/<name of the work>`. */
export function workOf({ recurring }: Pick<Services, "recurring">, name: string) {
  const work = recurring.find((one) => "name" in one && one.name === name);
  if (!work || !("wake" in work)) throw new Error(`no work has the name ${name}`);
  return work as typeof work & { readonly wake: () => void };
}
