import type { ExtensionDatabase } from "portico/extension";
import type { Note } from "./notes.types.js";

/** Returns a note, or undefined. */
// SQL: models cannot know the tables of an extension.
export const readNote = (db: ExtensionDatabase, id: number): Promise<Note | undefined> =>
  db.one<Note>("select id, sku, text from x_{{table}}_note where id = $1", [id]);

/** Adds a note to a product. */
// SQL: models cannot know the tables of an extension.
export async function addNote(db: ExtensionDatabase, sku: string, text: string): Promise<Note> {
  const [note] = await db.query<Note>(
    "insert into x_{{table}}_note (sku, text) values ($1, $2) returning id, sku, text",
    [sku, text],
  );
  if (!note) throw new Error("the note was not added");
  return note;
}
