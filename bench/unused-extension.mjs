// An extension that adds a setting and a command, and takes part in no other step: a server with it must be as fast as one
// without extensions.
import { defineExtension, extensionApi } from "portico/extension";

export default defineExtension({
  name: "unused",
  version: "1.0.0",
  api: extensionApi,
  settings: { "unused/bench/value": {} },
  commands: [{ name: "unused:nothing", description: "Does nothing.", run: () => Promise.resolve([]) }],
});
