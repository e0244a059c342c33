import type { Kernel } from "../../../api/call/kernel.js";
import { resourceReader } from "../../../api/call/stored/read-resource.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import {
  admittedTypes,
  checkPatterns,
  objectOf,
  readFeed,
  requireAdmittedTypes,
  resolveCursor,
} from "../../../commerce/events/published.js";
import type { EventFeed } from "../extension.types.js";
import { asContext } from "./contexts.js";

/** Returns the feed of events as extensions read it. */
export function extensionFeed(kernel: Kernel, routes: readonly Route[]): EventFeed {
  const readResource = resourceReader(kernel, routes);
  return {
    types(ctx, patterns) {
      checkPatterns(patterns);
      return requireAdmittedTypes(asContext(ctx), patterns);
    },
    position: (ctx, cursor) => resolveCursor(asContext(ctx).db, cursor),
    read(ctx, { types, ...part }) {
      const { actor, db } = asContext(ctx);
      return readFeed(db, { ...part, types: admittedTypes(actor, types) });
    },
    object: (ctx, event) => objectOf(event, asContext(ctx), readResource),
  };
}
