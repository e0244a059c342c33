/** A page that an extension adds to the menu: static files of its own. */
export interface OwnPage {
  /** Path below `/console/extensions/`. */
  readonly path: string;
  /** The title by language; English for the others. */
  readonly title: Readonly<Record<string, string>> & { readonly en: string };
  /** The folder of the files, with an `index.html`. */
  readonly folder: string;
}
