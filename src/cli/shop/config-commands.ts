import { type Command, Option } from "commander";
import { readConfig, settings, maskedConfig } from "../../config.js";
import { type NamedScope, setShopSetting, readShopSettings } from "../../commerce/store/published.structure.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";

interface ScopeOptions extends JsonOption {
  readonly scope: string;
  readonly scopeCode?: string;
}

const scope = () =>
  new Option("--scope <scope>", "scope of the setting").choices(["default", "websites", "stores"]).default("default");
const scopeCode = () => new Option("--scope-code <code>", "code of the website or store view");

export function addConfigCommands(program: Command): void {
  addShow(program);
  addGet(program);
  addSet(program);
  addUnset(program);
}

function addShow(program: Command): void {
  program
    .command("config:show")
    .summary("show the settings of the service, or of the shop below a path")
    .description(
      "Shows every setting of the service with its value or default; secrets are replaced by ***. With a path, shows the " +
        "settings of the shop at or below it, with Magento's defaults.",
    )
    .argument("[path]", "path of a setting of the shop, or its beginning, such as carriers/flatrate")
    .addOption(scope())
    .addOption(scopeCode())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico config:show",
        "PORTICO_EDITION=commerce bin/portico config:show --json",
        "bin/portico config:show carriers/flatrate --scope=websites --scope-code=base",
      ),
    )
    .action((path: string | undefined, options: ScopeOptions) => {
      const output = new Output(options.json);
      return path === undefined ? showServiceSettings(output) : showShopSettings(output, path, toNamedScope(options));
    });
}

function addGet(program: Command): void {
  program
    .command("config:get")
    .summary("print a setting of the shop")
    .description("Prints the value of a setting of the shop in the default scope, a website or a store view.")
    .argument("<path>", "path of the setting, such as carriers/flatrate/price")
    .addOption(scope())
    .addOption(scopeCode())
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico config:get carriers/flatrate/price"))
    .action((path: string, options: ScopeOptions) => {
      const output = new Output(options.json);
      return withReadyDatabase(async (db) => {
        const found = (await readShopSettings(db, path, toNamedScope(options))).find(
          (setting) => setting.path === path,
        );
        if (!found)
          throw new Error(`${path} is not a setting. To list the settings below it: bin/portico config:show ${path}`);
        output.result({ [path]: found.value }, [found.value]);
      });
    });
}

function addSet(program: Command): void {
  program
    .command("config:set")
    .summary("change a setting of the shop")
    .description(
      "Sets a setting of the shop, by Magento's path, in the default scope, a website or a store view. Running servers use it at once.",
    )
    .argument("<path>", "path of the setting, such as carriers/flatrate/price")
    .argument("<value>", "value")
    .addOption(scope())
    .addOption(scopeCode())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico config:set carriers/freeshipping/active 1",
        "bin/portico config:set payment/banktransfer/active 1 --scope=websites --scope-code=base",
      ),
    )
    .action((path: string, value: string, options: ScopeOptions) => {
      const output = new Output(options.json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction((tx) =>
          setShopSetting(tx, { path, value, ...toNamedScope(options) }, { config: readConfig() }),
        );
        output.result({ [path]: value }, ["Value was saved."]);
      });
    });
}

function addUnset(program: Command): void {
  program
    .command("config:unset")
    .summary("remove a setting of the shop from a scope")
    .description(
      "Removes the value of a setting in the default scope, a website or a store view. The value of the wider scope then " +
        "applies, or Magento's default.",
    )
    .argument("<path>", "path of the setting, such as carriers/flatrate/price")
    .addOption(scope())
    .addOption(scopeCode())
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico config:unset carriers/flatrate/price --scope=stores --scope-code=de"))
    .action((path: string, options: ScopeOptions) => {
      const output = new Output(options.json);
      return withPreparedDatabase(output, async (db) => {
        await db.transaction((tx) =>
          setShopSetting(tx, { path, value: null, ...toNamedScope(options) }, { config: readConfig() }),
        );
        output.result({ [path]: null }, ["Value was removed."]);
      });
    });
}

const toNamedScope = (options: ScopeOptions): NamedScope => ({ scope: options.scope, code: options.scopeCode });

function showServiceSettings(output: Output): void {
  const shown = maskedConfig(readConfig());
  const rows = Object.entries(settings).map(([name, { about }]) => [name, formatValue(shown[name]), about]);
  output.result(shown, table(rows));
}

const showShopSettings = (output: Output, path: string, named: NamedScope) =>
  withReadyDatabase(async (db) => {
    const shown = await readShopSettings(db, path, named);
    const values = shown.map((setting) => [setting.path, setting.value] as const);
    output.result(Object.fromEntries(values), table(values));
  });

/** Formats a value as in the environment, or as a dash if there is none. */
function formatValue(value: string | number | boolean | null | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null || value === undefined || value === "" ? "-" : String(value);
}
