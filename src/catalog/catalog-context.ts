import type { Context } from "../call/context.js";
import type { Configured } from "../config.js";
import type { MediaLibrary } from "../media/media-library.js";

/** The collaborators of catalogue resolvers. */
export interface CatalogDependencies extends Configured {
  readonly media: MediaLibrary;
}

/** The context of a catalogue operation, with the collaborators of its resolver. */
export interface CatalogContext extends Context, CatalogDependencies {}
