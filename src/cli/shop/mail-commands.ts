import { writeFileSync } from "node:fs";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { readConfig } from "../../config.js";
import { examples, jsonOption, type JsonOption } from "../options.js";
import { Output } from "../output.js";
import { renderSample, sampleKinds } from "./sample-mails.js";

interface PreviewOptions extends JsonOption {
  readonly locale: string;
  readonly store: string;
  readonly out?: string;
}

export function addMailCommands(program: Command): void {
  program
    .command("mail:preview")
    .summary("write a sample of an email as HTML and as text")
    .description(
      "Renders an email with sample data, with the templates and texts of PORTICO_MAIL_TEMPLATES if it is set. Prints its " +
        "HTML, or with --out writes the HTML to the file and the text to a file next to it that ends with .txt. Needs no " +
        "database.",
    )
    .addArgument(new Argument("<kind>", "kind of the email").choices(sampleKinds))
    .addOption(new Option("--locale <code>", "locale of the store view").argParser(toLocale).default("en_US"))
    .option("--store <code>", "code of the store view, whose folder of templates is searched first", "default")
    .option("--out <file>", "file to write, for example order.html")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples("bin/portico mail:preview order --out order.html", "bin/portico mail:preview invoice --locale de_DE"),
    )
    .action(preview);
}

async function preview(kind: string, { locale, store, out, json }: PreviewOptions): Promise<void> {
  const { subject, body, html } = await renderSample(readConfig(), { kind, locale, storeCode: store });
  const output = new Output(json);
  if (out === undefined) {
    output.result({ kind, locale, subject, text: body, html }, [html]);
    return;
  }
  const text = `${out.replace(/\.html?$/i, "")}.txt`;
  writeFileSync(out, html);
  writeFileSync(text, `Subject: ${subject}\n\n${body}`);
  output.result({ kind, locale, subject, files: [out, text] }, [`Wrote ${out} and ${text}.`]);
}

/** Returns a locale as settings have it, `de_DE`. */
function toLocale(code: string): string {
  if (!/^[a-z]{2,3}_[A-Z]{2}$/.test(code)) throw new InvalidArgumentError("It must be a locale such as de_DE.");
  return code;
}
