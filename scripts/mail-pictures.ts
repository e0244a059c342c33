// Writes the pictures of emails in docs/emails.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { chromiumPath, openBrowser } from "../test/browser/chromium.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A picture of an email. */
interface MailPicture {
  /** Name of the file in docs/images. */
  readonly name: string;
  readonly kind: string;
  readonly locale: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

const pictures: readonly MailPicture[] = [
  { name: "mail-order", kind: "order", locale: "en_US", width: 664, colorScheme: "light" },
  { name: "mail-order-phone", kind: "order", locale: "de_DE", width: 390, colorScheme: "dark" },
  { name: "mail-shipment", kind: "shipment", locale: "en_US", width: 664, colorScheme: "dark" },
  { name: "mail-password", kind: "password_reset", locale: "en_US", width: 664, colorScheme: "light" },
];

/** Writes the pictures of samples of emails. */
export async function pictureMails(): Promise<void> {
  await using browser = await openBrowser(chromiumPath() ?? "");
  const folder = mkdtempSync(join(tmpdir(), "portico-mails-"));
  for (const picture of pictures) await pictureMail(browser, folder, picture);
  rmSync(folder, { recursive: true });
}

async function pictureMail(browser: Browser, folder: string, picture: MailPicture): Promise<void> {
  const { name, kind, locale, width, colorScheme } = picture;
  const file = join(folder, `${name}.html`);
  execFileSync(join(root, "bin/portico"), ["mail:preview", kind, "--locale", locale, "--out", file]);
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(root, `docs/images/${name}.png`), fullPage: true });
  await page.close();
}
