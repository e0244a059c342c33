import {
  Arg,
  Contract,
  Ctx,
  type ExtensionContext,
  type ExtensionServices,
  Int,
  Mutation,
  noSuchEntity,
  Query,
  Resolver,
  Rest,
} from "portico/extension";
import { addNote, readNote } from "./notes.rows.js";
import { Note } from "./notes.types.js";

const permission = "Magento_Catalog::products";

@Contract("{{Prefix}}", "NoteRepository", { aggregate: "{{table}}-note" })
@Resolver()
export class NoteRepository {
  constructor(private readonly services: ExtensionServices) {}

  @Rest("GET /V1/{{name}}/notes/:id", permission)
  @Query(() => Note, { name: "{{field}}Note", description: "A note." })
  async get(
    @Arg("id", () => Int, { description: "Id of the note." }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Note> {
    const note = await readNote(ctx.db, id);
    if (!note) throw noSuchEntity("id", id);
    return note;
  }

  // It also has the routes /async/V1/… and /async/bulk/V1/…, and is in GraphQL and OpenAPI.
  @Rest("POST /V1/{{name}}/notes", permission, { keys: ["sku"] })
  @Mutation(() => Note, { name: "add{{Prefix}}Note", description: "Adds a note to a product." })
  async add(
    @Arg("sku", () => String, { description: "SKU of an existing product." }) sku: string,
    @Arg("text", () => String, { description: "Text." }) text: string,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Note> {
    // Any route can be called in the same transaction. An unknown SKU is answered as the route answers it.
    await this.services.call(ctx, `GET /V1/products/${encodeURIComponent(sku)}?fields=sku`);
    return addNote(ctx.db, sku, text);
  }
}
