import { defineExtension, extensionApi } from "portico/extension";
import { NoteRepository } from "./notes.js";
import { thanks } from "./thanks.js";

export default defineExtension({
  name: "{{name}}",
  version: "0.1.0",
  api: extensionApi,
  migrations: new URL("../migrations/", import.meta.url),
  resolvers: [NoteRepository],
  subscribers: [thanks],
});
