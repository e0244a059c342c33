import { read } from "../../lib/api.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { kindNames } from "../../lib/prices/guard-rails.js";
import type { Mapping, UploadOptions } from "../../lib/prices/price-file.js";
import { type Choices, Select } from "../../parts/select.js";

interface Option {
  readonly name: keyof UploadOptions;
  readonly label: string;
  readonly choices: Choices;
}

const { base, special, cost, tier } = kindNames();

const uploadOptions: readonly Option[] = [
  {
    name: "policy",
    label: t("When rows fail"),
    choices: [
      ["skip-failed", t("Skip them")],
      ["all-or-nothing", t("Change nothing")],
    ],
  },
  {
    name: "kind",
    label: t("Default kind"),
    choices: [
      ["", base],
      ["special", special],
      ["cost", cost],
      ["tier", tier],
    ],
  },
  {
    name: "decimal",
    label: t("Decimal separator"),
    choices: [
      ["", t("The file decides")],
      [".", t("Point: 1,234.50")],
      [",", t("Comma: 1.234,50")],
    ],
  },
  {
    name: "empty",
    label: t("Empty cells"),
    choices: [
      ["", t("Change nothing")],
      ["delete", t("Delete the price")],
    ],
  },
];

interface OptionsProps {
  readonly options: UploadOptions;
  readonly onChange: (options: UploadOptions) => void;
}

/** How a file is read, and what happens if rows fail. */
export function FileOptions({ options, onChange }: OptionsProps) {
  const mappings = useLoaded("mappings", () => read<readonly Mapping[]>("/V1/price-import-mappings"));
  const names = [...new Set([...(mappings.value ?? []).map(({ name }) => name), options.mapping])].filter(Boolean);
  const isMapped = options.columns.startsWith("{") || options.mapping !== "";
  return (
    <div class="upload-options">
      {uploadOptions.map(({ name, label, choices }) => (
        <Select
          key={name}
          label={label}
          value={options[name]}
          choices={choices}
          onChoose={(value) => onChange({ ...options, [name]: value })}
        />
      ))}
      {!isMapped && (
        <Select
          label={t("Unknown columns")}
          value={options.columns}
          choices={[
            ["", t("Refuse the file")],
            ["ignore", t("Leave them out")],
          ]}
          onChoose={(columns) => onChange({ ...options, columns })}
        />
      )}
      {names.length > 0 && (
        <Select
          label={t("Saved mapping")}
          value={options.mapping}
          all={t("None")}
          choices={names.map((name) => [name, name])}
          onChoose={(mapping) => onChange({ ...options, mapping, columns: "" })}
        />
      )}
    </div>
  );
}
