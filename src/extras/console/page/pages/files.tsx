import { useState } from "preact/hooks";
import { json } from "../lib/api.js";
import { plural } from "../lib/format.js";
import { useAction, useLoaded } from "../lib/hooks.js";
import { defaultOptions, formatSize, type UploadOptions, uploadPath } from "../lib/prices/price-file.js";
import type { Preview } from "../lib/prices/price-changes.js";
import { goTo } from "../lib/router.js";
import { DropZone } from "../parts/drop-zone.js";
import { Problem, WhileLoading, announce } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";

/** Accepts a price file, shows the changes that it would make, and sends it. */
export function FilesView() {
  const [file, setFile] = useState<File>();
  return (
    <>
      <h1>Import prices</h1>
      <p class="lead">
        An Excel workbook, CSV, JSON or NDJSON, also an export of another shop. You see how it is read and what it would
        change before anything is written.
      </p>
      <DropZone
        label="with prices, or drop it here"
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

/** The content decides what a file is. */
const headers = { "Content-Type": "application/octet-stream" };

function Chosen({ file }: ChosenProps) {
  const [options, setOptions] = useState(defaultOptions);
  const path = uploadPath(options);
  const preview = useLoaded(`${path} ${file.name} ${file.size} ${file.lastModified}`, async () => {
    const found = await json<Preview>("POST", path, { body: file, headers: { ...headers, Prefer: "dry-run" } });
    const failed = found.failed ?? found.failures.length;
    announce(`${plural(found.total_changes, "price")} would change, ${plural(failed, "row")} would fail.`);
    return found;
  });
  return (
    <section class="card padded" aria-label="Preview">
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

interface Select {
  readonly name: keyof UploadOptions;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

const selects: readonly Select[] = [
  {
    name: "policy",
    label: "When rows fail",
    choices: [
      ["skip-failed", "Skip them"],
      ["all-or-nothing", "Change nothing"],
    ],
  },
  {
    name: "kind",
    label: "Default kind",
    choices: [
      ["", "Base prices"],
      ["special", "Special prices"],
      ["cost", "Costs"],
      ["tier", "Tier prices"],
    ],
  },
  {
    name: "decimal",
    label: "Decimal separator",
    choices: [
      ["", "The file decides"],
      [".", "Point: 1,234.50"],
      [",", "Comma: 1.234,50"],
    ],
  },
  {
    name: "empty",
    label: "Empty cells",
    choices: [
      ["", "Change nothing"],
      ["delete", "Delete the price"],
    ],
  },
  {
    name: "columns",
    label: "Unknown columns",
    choices: [
      ["", "Refuse the file"],
      ["ignore", "Leave them out"],
    ],
  },
];

interface OptionsProps {
  readonly options: UploadOptions;
  readonly onChange: (options: UploadOptions) => void;
}

const Options = ({ options, onChange }: OptionsProps) => (
  <div class="upload-options">
    {selects.map(({ name, label, choices }) => (
      <label key={name}>
        {label}
        <select value={options[name]} onChange={(event) => onChange({ ...options, [name]: event.currentTarget.value })}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
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
    announce("The file was accepted.");
    goTo("bulks", uuid);
  });
  return (
    <div class="buttons end">
      {action.error && <Problem>{action.error}</Problem>}
      {isBlocked && <span class="muted">With this file and these options, nothing would change.</span>}
      <button type="button" class="primary" onClick={action.run} disabled={isBlocked || action.isBusy}>
        {action.isBusy ? "Sending…" : "Set these prices"}
      </button>
    </div>
  );
}

const columns: readonly (readonly [string, string])[] = [
  ["kind", "base, special, tier or cost"],
  ["sku", "the product"],
  ["store_id, website_id", "where the price holds; empty or 0 for everywhere"],
  ["customer_group, quantity", "of a tier price"],
  ["price, price_type", "an amount, or a discount in percent; DELETE deletes, an empty price changes nothing"],
  ["price_from, price_to", "days of a special price"],
];

const Columns = () => (
  <details class="columns">
    <summary>Columns of the file</summary>
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
