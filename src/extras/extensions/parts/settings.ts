import { addSetting, oneOf, text, type KnownSetting } from "../../../commerce/store/published.settings.js";
import type { Extension, SettingDeclaration } from "../extension.types.js";

type Declared = Readonly<Record<string, SettingDeclaration>> | undefined;

/** Adds the settings of an extension to those of the shop. Throws if a path is taken. */
export function addSettings({ settings }: Extension): void {
  for (const [path, declaration] of Object.entries(settings ?? {})) addSetting(path, knownSetting(declaration));
}

/** Returns the declared settings of a carrier or payment method, by their names. */
export const ownSettings = (settings: Declared): Record<string, KnownSetting> =>
  Object.fromEntries(Object.entries(settings ?? {}).map(([name, declaration]) => [name, knownSetting(declaration)]));

function knownSetting({ defaultValue, values }: SettingDeclaration): KnownSetting {
  if (values === undefined) return text(defaultValue ?? "");
  const [first = "", ...others] = values;
  const fallback = defaultValue ?? first;
  return oneOf(fallback, ...[first, ...others].filter((value) => value !== fallback));
}
