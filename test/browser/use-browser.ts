import { execFileSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { chromiumPath, openBrowser, type Visit, visit, type WatchedPage } from "./chromium.js";

/**
 * Bundles the scripts of a page with a script of the build, and opens a browser for the tests of a suite. Returns a function that
 * opens an address in a new window.
 */
export function useBrowser(bundling: string): (url: string, options?: Visit) => Promise<WatchedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    execFileSync(process.execPath, [bundling]);
    browser = await openBrowser(chromiumPath() ?? "");
  });
  afterAll(() => browser?.close());
  return (url, options) => {
    if (!browser) throw new Error("The browser has not started: use it in a test.");
    return visit(browser, url, options);
  };
}
