import { readConfig } from "../../src/config.js";
import { openDatabase, type OpenOptions } from "../../src/platform/db/open.js";
import { type ScratchDatabase, scratchDatabase } from "./postgres.js";
import { startProxy, type TcpProxy } from "./tcp-proxy.js";
import type { TestDatabase } from "./test-database.js";

/** A PostgreSQL database whose connections can be cut: `await using proxied = await proxiedDatabase()`. */
export interface ProxiedDatabase extends AsyncDisposable {
  readonly proxy: TcpProxy;
  /** The database without the proxy. */
  readonly direct: ScratchDatabase;
  /** Calls `act` right before the next statement with the text is sent. */
  readonly when: (text: string, act: () => void) => void;
  /** Opens the database through the proxy, for `startApp`. */
  readonly open: (options?: OpenOptions) => Promise<TestDatabase>;
}

/** Creates a database behind a proxy; `settings` apply to the connections through the proxy. */
export async function proxiedDatabase(settings: NodeJS.ProcessEnv = {}): Promise<ProxiedDatabase> {
  const direct = await scratchDatabase();
  const proxy = await startProxy(direct.url);
  let awaited: { readonly text: string; readonly act: () => void } | undefined;
  const notify = (statement: string): void => {
    if (!awaited || !statement.includes(awaited.text)) return;
    const { act } = awaited;
    awaited = undefined;
    act();
  };
  return {
    proxy,
    direct,
    when: (text, act) => (awaited = { text, act }),
    open: async (options = {}) => {
      const onStatement = (statement: string): void => {
        options.onStatement?.(statement);
        notify(statement);
      };
      const database = await openDatabase(readConfig({ ...settings, DATABASE_URL: proxy.url }), {
        ...options,
        onStatement,
      });
      return {
        database,
        settings: { ...settings, DATABASE_URL: proxy.url },
        [Symbol.asyncDispose]: () => database.close(),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await direct[Symbol.asyncDispose]();
    },
  };
}
