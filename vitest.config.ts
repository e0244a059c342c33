import { createRequire } from "node:module";
import { defineConfig } from "vitest/config";

const require = createRequire(import.meta.url);

export default defineConfig({
  // Otherwise `graphql` is loaded twice, as a module and as CommonJS, and its classes do not recognise each other.
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve("graphql/index.js") }] },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
