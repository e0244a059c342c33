import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { type DataFolder, dataFolder, portico, serveInProcess, type InProcessServer } from "./portico.js";

const run = promisify(execFile);
/** Bytes; the descriptions of all routes are printed, too. */
const maxBuffer = 64 * 1024 * 1024;

const password = "correct-horse-1";

/** Commands that do not end by themselves or write a file to the current folder, with options that prevent it. */
const extraOptions = (files: string): Readonly<Record<string, readonly string[]>> => ({
  "events:tail": ["--after", "0", "--max", "1"],
  "magento:import": ["--report", join(files, "magento-import.json")],
});

const isCommand = (line: string): boolean => /^(?:PORTICO_\w+=\S+ )?bin\/portico /.test(line);

/** Returns the code blocks of a page in a language. */
export function codeOf(page: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  const blocks = text.matchAll(/^```(\w+)\n([\s\S]*?)```$/gm);
  return [...blocks].flatMap(([, name, block = ""]) => (name === language ? [block] : []));
}

/** Substitutions and settings for commands. */
interface Given {
  /** Replacements for names on the page. */
  readonly names?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A newly installed shop on which the commands of pages in `docs/` are run. */
export class DocShop implements AsyncDisposable {
  private constructor(
    readonly folder: DataFolder,
    /** The folder for files that pages write and read. */
    readonly files: string,
    private readonly server: InProcessServer,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<DocShop> {
    const folder = await dataFolder("prepared");
    const server = await serveInProcess(folder, { PORTICO_ADMIN_PASSWORD: password, ...settings });
    return new DocShop(folder, mkdtempSync(join(tmpdir(), "portico-pages-")), server);
  }

  /** The address of the server's REST API. */
  get rest(): string {
    return this.server.rest;
  }

  /** Returns the blocks of commands of a page, with the address of the server. */
  blocksOf(page: string): string[] {
    return codeOf(page, "sh").map((block) =>
      this.located(block)
        .replace(/^export PORTICO_ADMIN_PASSWORD=….*$/m, "")
        .replaceAll(
          /(?<=[ @])(?:(?:prices|list|failed|exported|tablerates)\.csv|prices\.xlsx|portico-backup\.gz|access\.jsonl)/g,
          (name) => join(this.files, name),
        )
        .replaceAll("\\\n", ""),
    );
  }

  /** Returns commands with the address of the server. */
  located(commands: string): string {
    return commands.replaceAll("http://127.0.0.1:8080", this.server.rest.replace(/\/rest\/V1\/$/, ""));
  }

  /** Runs commands in a shell. Fails if one of them fails, or if a request is answered with an error. */
  async paste(script: string): Promise<string> {
    const strict = 'curl() { command curl --fail-with-body "$@"; }';
    const env = { ...process.env, PORTICO_ADMIN_PASSWORD: password };
    const { stdout } = await run("sh", ["-ec", `${strict}\n${script}`], { env, maxBuffer });
    return stdout;
  }

  /** Runs all commands of a page. A block that signs in comes before all requests. */
  async runPage(page: string): Promise<string> {
    const isPreamble = (block: string) => block.includes("export TOKEN=");
    const blocks = this.blocksOf(page);
    const preamble = blocks.find(isPreamble) ?? "";
    const lines = blocks.filter((block) => !isPreamble(block)).flatMap((block) => block.split("\n"));
    let output = "";
    let requests: string[] = [];
    const flush = async () => {
      if (requests.length > 0) output += await this.paste([preamble, ...requests].join("\n"));
      requests = [];
    };
    for (const line of lines.filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
      if (!isCommand(line)) requests.push(line);
      else {
        await flush();
        output += await this.runLine(line);
      }
    }
    await flush();
    return output;
  }

  /** Runs the commands of Portico on a page, without its other lines. Names on the page can be replaced. */
  async runCommands(page: string, { names = {}, settings = {} }: Given = {}): Promise<string> {
    const lines = this.blocksOf(page).flatMap((block) => block.split("\n"));
    let output = "";
    for (const line of lines.filter(isCommand)) {
      const given = Object.entries(names).reduce((text, [name, value]) => text.replaceAll(name, value), line);
      output += await this.runLine(given, settings);
    }
    return output;
  }

  /** Runs a JavaScript module of a page. */
  async runModule(code: string, settings: Readonly<Record<string, string>>): Promise<string> {
    const env = { ...process.env, ...settings };
    return (await run(process.execPath, ["--input-type=module", "-e", this.located(code)], { env, maxBuffer })).stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
    rmSync(this.files, { recursive: true });
  }

  /** Runs a line with a command of Portico in this process, because a new process for each takes long. */
  private async runLine(line: string, given: Given["settings"] = {}): Promise<string> {
    const mayFail = line.includes("|| true");
    const parts = /^(?:PORTICO_DATA_DIR=(\S+) )?(.*?)(?: > (\S+))?$/.exec(line.replace(/ \|\| true| +#.*/g, ""));
    const [, place, command = "", target] = parts ?? [];
    const { stdout: words } = await run("sh", ["-c", `set -- ${command}\nprintf '%s\\n' "$@"`]);
    const [name = "", ...args] = words.trimEnd().split("\n").slice(1);
    const settings = { ...given, ...(place === undefined ? {} : { PORTICO_DATA_DIR: join(this.files, place) }) };
    const more = extraOptions(this.files)[name] ?? [];
    const { code, stdout, stderr } = await portico(this.folder, [name, ...args, ...more], settings);
    expect([line, code, stderr]).toEqual([line, mayFail ? 1 : 0, mayFail ? (expect.any(String) as string) : ""]);
    if (target !== undefined) writeFileSync(join(this.files, target), stdout);
    return target === undefined ? stdout + stderr : "";
  }
}
