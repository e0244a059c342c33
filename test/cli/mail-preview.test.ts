import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderSample, sampleKinds } from "../../src/cli/shop/sample-mails.js";
import { readConfig } from "../../src/config.js";
import { answerOf, dataFolder, portico } from "./portico.js";

const inLocales = sampleKinds.flatMap((kind) => ["en_US", "de_DE"].map((locale) => [kind, locale] as const));

describe("the sample of every kind of email", () => {
  it.each(inLocales)("has a subject, a text and styled HTML: %s in %s", async (kind, locale) => {
    const { subject, body, html } = await renderSample(readConfig({}), { kind, locale, storeCode: "default" });
    expect(subject).not.toBe("");
    expect(body).toContain(locale === "de_DE" ? "Guten Tag Ada" : "Hello Ada");
    expect(body).toContain("https://shop.example.com/");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/<h1 style="[^"]+">[^<{]+<\/h1>/);
    expect(html).toMatch(/<td class="card" style="[^"]*background-color: #ffffff/);
    expect(`${subject}${body}${html}`).not.toMatch(/\{\{|\}\} |undefined|\[object|text\./);
    expect(html.match(/<(?:table|tr|td)\b/g)).toHaveLength((html.match(/<\/(?:table|tr|td)>/g) ?? []).length);
  });

  it("has its texts in German too", async () => {
    const of = (locale: string) =>
      Promise.all(sampleKinds.map((kind) => renderSample(readConfig({}), { kind, locale, storeCode: "" })));
    const [english, german, others] = await Promise.all([of("en_US"), of("de_DE"), of("ja_JP")]);
    const lines = new Set(english.flatMap(({ body }) => body.split("\n")));
    const same = german
      .flatMap(({ body }) => body.split("\n"))
      .filter((line) => /[a-z] [a-z]/i.test(line) && lines.has(line));
    expect(same.filter((line) => !line.startsWith("  "))).toEqual([]);
    expect(others.map(({ subject }) => subject)).toEqual(english.map(({ subject }) => subject));
  });
});

const texts = ["en", "de"].map(
  (code) =>
    JSON.parse(
      readFileSync(new URL(`../../src/platform/mail/templates/texts.${code}.json`, import.meta.url), "utf8"),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>,
);

it("the German texts have every key of the English ones, and the same values in them", () => {
  const [english = {}, german = {}] = texts;
  const valuesIn = (text: string | undefined) => [...new Set(text?.match(/\{\{[^}]+\}\}/g))].sort();
  for (const [kind, entries] of Object.entries(english)) {
    for (const [key, text] of Object.entries(entries)) {
      expect([kind, key, valuesIn(german[kind]?.[key])]).toEqual([kind, key, valuesIn(text)]);
    }
  }
});

describe("mail:preview", () => {
  it("writes an email as HTML and as text, without a database", async () => {
    await using folder = await dataFolder();
    const out = join(mkdtempSync(join(tmpdir(), "portico-mail-")), "order.html");
    const args = ["mail:preview", "order", "--locale", "de_DE", "--out", out];
    const { code, stdout } = await portico(folder, args);
    const text = out.replace(".html", ".txt");
    expect([code, stdout]).toEqual([0, `Wrote ${out} and ${text}.\n`]);
    expect(readFileSync(out, "utf8")).toContain("1.383,00\u00a0€");
    expect(readFileSync(text, "utf8")).toMatch(
      /^Subject: Ihre Bestellung 000000042 bei Aperture\n\nGuten Tag Ada Byron,\n/,
    );
    expect((await portico(folder, ["mail:preview", "order"])).stdout).toMatch(/^<!doctype html>/);
  });

  it("shows the templates of the shop, and why they cannot be used", async () => {
    await using folder = await dataFolder();
    const own = mkdtempSync(join(tmpdir(), "portico-own-"));
    const settings = { PORTICO_MAIL_TEMPLATES: own };
    const preview = ["mail:preview", "welcome", "--json"];
    writeFileSync(join(own, "welcome.txt"), "Subject: Hi {{customer}}\n\n{{> text.button}}\n");
    expect(await answerOf(folder, preview, settings)).toMatchObject({ subject: "Hi Ada", text: "Sign in\n" });
    writeFileSync(join(own, "welcome.txt"), "Subject: Hi\n\n{{> text.unknown}}\n");
    const { code, stderr } = await portico(folder, preview, settings);
    expect([code, JSON.parse(stderr)]).toEqual([1, { error: "Text unknown of welcome does not exist." }]);
  });

  it("lists the kinds for an unknown one, and refuses what is no locale", async () => {
    await using folder = await dataFolder();
    const unknown = await portico(folder, ["mail:preview", "nothing", "--json"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("order, order_comment, invoice,")]);
    const locale = await portico(folder, ["mail:preview", "order", "--locale", "german", "--json"]);
    expect([locale.code, locale.stderr]).toEqual([2, expect.stringContaining("It must be a locale such as de_DE.")]);
  });
});
