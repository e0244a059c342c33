import { useState } from "preact/hooks";
import { json } from "../lib/api.js";
import { formatCount, formatSize } from "../lib/format.js";
import { useAction, useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { defaultOptions, type UploadOptions, uploadPath } from "../lib/prices/price-file.js";
import type { Preview } from "../lib/prices/price-changes.js";
import { goTo } from "../lib/router.js";
import { DropZone } from "../parts/drop-zone.js";
import { Problem, WhileLoading, announce } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";
import { type Choices, Select } from "../parts/select.js";

/** Accepts a price file, shows the changes that it would make, and sends it. */
export function FilesView() {
  const [file, setFile] = useState<File>();
  return (
    <>
      <h1>{t("Import prices")}</h1>
      <p class="lead">
        {t(
          "An Excel workbook, CSV, JSON or NDJSON, also an export of another shop. You see how it is read and what it would change before anything is written.",
        )}
      </p>
      <DropZone
        label={t("<a>Choose a file</a> with prices, or drop it here")}
        accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.gz"
        onFile={setFile}
      />
      {file ? <Chosen file={file} /> : <Columns />}
    </>
  );
}

interface ChosenProps {
  readonly file: File;
}

function textOf({ total_changes: changes, failures, failed = failures.length }: Preview): string {
  const prices = t("{{number}} prices", { count: changes, number: formatCount(changes) });
  const rows = t("{{number}} rows", { count: failed, number: formatCount(failed) });
  return t("{{prices}} would change, {{rows}} would fail.", { prices, rows });
}

/** The content decides what a file is. */
const headers = { "Content-Type": "application/octet-stream" };

function Chosen({ file }: ChosenProps) {
  const [options, setOptions] = useState(defaultOptions);
  const path = uploadPath(options);
  const preview = useLoaded(`${path} ${file.name} ${file.size} ${file.lastModified}`, async () => {
    const found = await json<Preview>("POST", path, { body: file, headers: { ...headers, Prefer: "dry-run" } });
    announce(textOf(found));
    return found;
  });
  return (
    <section class="card padded" aria-label={t("Preview")}>
      <h2>
        {file.name} <span class="muted">{formatSize(file.size)}</span>
      </h2>
      <Options options={options} onChange={setOptions} />
      <WhileLoading from={preview}>
        {(value) => (
          <>
            <PreviewResult preview={value} />
            <Send path={path} file={file} isBlocked={value.total_changes === 0} />
          </>
        )}
      </WhileLoading>
    </section>
  );
}

interface Option {
  readonly name: keyof UploadOptions;
  readonly label: string;
  readonly choices: Choices;
}

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
      ["", t("Base prices")],
      ["special", t("Special prices")],
      ["cost", t("Costs")],
      ["tier", t("Tier prices")],
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
  {
    name: "columns",
    label: t("Unknown columns"),
    choices: [
      ["", t("Refuse the file")],
      ["ignore", t("Leave them out")],
    ],
  },
];

interface OptionsProps {
  readonly options: UploadOptions;
  readonly onChange: (options: UploadOptions) => void;
}

const Options = ({ options, onChange }: OptionsProps) => (
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
  </div>
);

interface SendProps {
  readonly path: string;
  readonly file: File;
  readonly isBlocked: boolean;
}

function Send({ path, file, isBlocked }: SendProps) {
  const action = useAction(async () => {
    const { bulk_uuid: uuid } = await json<{ bulk_uuid: string }>("POST", path, { body: file, headers });
    announce(t("The file was accepted."));
    goTo("bulks", uuid);
  });
  return (
    <div class="buttons end">
      {action.error && <Problem>{action.error}</Problem>}
      {isBlocked && <span class="muted">{t("With this file and these options, nothing would change.")}</span>}
      <button type="button" class="primary" onClick={action.run} disabled={isBlocked || action.isBusy}>
        {action.isBusy ? t("Sending…") : t("Set these prices")}
      </button>
    </div>
  );
}

const columns: readonly (readonly [string, string])[] = [
  ["kind", t("base, special, tier or cost")],
  ["sku", t("the product")],
  ["store_id, website_id", t("where the price holds; empty or 0 for everywhere")],
  ["customer_group, quantity", t("of a tier price")],
  ["price, price_type", t("an amount, or a discount in percent; DELETE deletes, an empty price changes nothing")],
  ["price_from, price_to", t("days of a special price")],
];

const Columns = () => (
  <details class="columns">
    <summary>{t("Columns of the file")}</summary>
    <dl class="facts">
      {columns.map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);
