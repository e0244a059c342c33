import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** The folder for screenshots, unless PORTICO_SCREENSHOTS names another one. */
export const screenshotFolder = join(import.meta.dirname, "../../var/screenshots");
const folder = process.env["PORTICO_SCREENSHOTS"] ?? screenshotFolder;

/** Returns the path of Chromium, or undefined if it is not installed and CI is not set. Prints how to install it. */
export function chromiumPath(): string | undefined {
  const path = [process.env["CHROMIUM_PATH"], ...places].find((place) => place && existsSync(place));
  if (path) return path;
  const message = "Chromium was not found. Install it (apt-get install chromium) or set CHROMIUM_PATH.";
  if (process.env["CI"]) throw new Error(message);
  console.warn(`Tests in a browser are skipped: ${message}`);
  return undefined;
}

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

export interface Visit {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
}

/** A page with its problems: errors, violations of its policy, and requests to other hosts. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Opens an address in a new window. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1280, colorScheme = "light", locale = "en-US" }: Visit = {},
): Promise<WatchedPage> {
  const viewport = { width, height: width < 600 ? 844 : 900 };
  const context = await browser.newContext({ viewport, colorScheme, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== origin) problems.push(request.url());
  });
  await page.goto(url);
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** Saves a screenshot below `var/screenshots`, or in the folder of PORTICO_SCREENSHOTS. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Returns the elements that exceed the width of the window and make the page scroll sideways. */
export const overflowingElements = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
    [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.tagName + "." + element.className)`);

/** Returns the controls without a name for assistive technology, as found by axe. */
export const unnamedControls = (page: Page): Promise<unknown> => violations(page, namingRules);

/** Returns what violates WCAG 2.2 at the level AA, as found by axe. */
export const inaccessibleElements = (page: Page): Promise<unknown> => violations(page, wcagTags);

const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function violations(page: Page, rules: readonly string[]): Promise<unknown> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`);
}

const namingRules = [
  "label",
  "select-name",
  "button-name",
  "link-name",
  "document-title",
  "html-has-lang",
  "form-field-multiple-labels",
];

/** Signs in to the reference with a token. */
export async function signInWith(page: Page, token: string): Promise<void> {
  await page.selectOption("#who", "token");
  await page.fill("#api_key", token);
  await page.getByRole("button", { name: "Sign in" }).click();
}
