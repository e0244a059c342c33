import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const require = createRequire(import.meta.url);

const compilerOptions = readFileSync(new URL("tsconfig.json", import.meta.url), "utf8");

/** Cached modules depend on the compiler's options too. */
const keyedByOptions: Plugin = {
  name: "portico:cache-key",
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(() => compilerOptions),
};

const shared = {
  plugins: [keyedByOptions],
  resolve: {
    alias: [
      // Otherwise `graphql` is loaded twice, as a module and as CommonJS, and its classes do not recognise each other.
      { find: /^graphql$/, replacement: require.resolve("graphql/index.js") },
      { find: /^@node-rs\/argon2$/, replacement: require.resolve("./test/support/quick-argon2.ts") },
    ],
  },
};
const test = {
  setupFiles: ["test/support/setup.ts"],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  pool: "threads" as const,
  // Transformed modules are kept from run to run.
  experimental: { fsModuleCache: true },
  // Loading the application takes longer than most files' tests, so the files that a worker runs share its modules: what a
  // test changes outside itself (a stub, a spy, a setting) it must put back.
  isolate: false,
};

/**
 * Folders whose tests go through the whole application. Each change runs them on PostgreSQL; on the embedded database, which is
 * PostgreSQL too, compiled to run in this process, they run every night (`npm run test:embedded`).
 */
const throughTheApplication = ["test/{api,commerce,extras}/**/*.test.ts", "test/platform/{mail,media}/**/*.test.ts"];

/** All other folders, which each change runs on the embedded database. */
const others = ["test/!(api|commerce|extras|platform)/**/*.test.ts", "test/platform/!(mail|media)/**/*.test.ts"];

/** Thousands of recorded calls, which take minutes: `npm run recordings`, every night. */
const recordings = ["test/recordings/replays/**"];

/** Clients in Java, C# and Python, whose tools are too large for every run: `npm run clients:check`, every night. */
const clients = ["test/clients/languages/**/*.test.ts"];

/** Tests with several processes over one database, which the embedded one is not for. */
const onPostgresOnly = ["test/api/bulk/no-loss.test.ts"];

/** Run every night: one compiles a copy of the whole project, the other opens all pages of the console once more, in German. */
const atNight = ["test/extensions/adding.test.ts", "test/browser/german.test.ts"];

const notByDefault = [...onPostgresOnly, ...recordings, ...clients, "test/extensions/example/**"];

export default defineConfig({
  test: {
    maxWorkers: 3,
    reporters: ["default", "./test/support/summary-reporter.ts"],
    globalSetup: ["test/support/start-standby.ts", "test/conformance/exercised.ts", "test/support/drop-databases.ts"],
    projects: [
      {
        ...shared,
        test: {
          ...test,
          name: "embedded",
          include: ["test/**/*.test.ts"],
          exclude: notByDefault,
          env: { PORTICO_TEST_ENGINE: "embedded" },
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "embedded-part",
          include: others,
          exclude: [...notByDefault, ...atNight],
          env: { PORTICO_TEST_ENGINE: "embedded" },
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "postgresql",
          include: throughTheApplication,
          env: { PORTICO_TEST_ENGINE: "postgresql" },
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "recordings",
          include: recordings,
          env: { PORTICO_TEST_ENGINE: "embedded" },
        },
      },
      {
        ...shared,
        test: {
          ...test,
          name: "clients",
          include: clients,
          env: { PORTICO_TEST_ENGINE: "embedded" },
        },
      },
    ],
  },
});
