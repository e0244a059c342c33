import { useState } from "preact/hooks";
import { json } from "../lib/api.js";
import { plural } from "../lib/format.js";
import { useAction, useLoaded } from "../lib/hooks.js";
import { type FileKind, fileKind, formatSize } from "../lib/prices/price-file.js";
import type { Preview } from "../lib/prices/price-changes.js";
import { goTo } from "../lib/router.js";
import { Choice } from "../parts/choice.js";
import { DropZone } from "../parts/drop-zone.js";
import { Problem, WhileLoading, announce } from "../parts/notice.js";
import { PreviewResult } from "../parts/preview-result.js";

const policies = [
  { value: "skip-failed", label: "Skip failed rows" },
  { value: "all-or-nothing", label: "All or nothing" },
];

/** Accepts a price file, shows the changes that it would make, and sends it. */
export function FilesView() {
  const [file, setFile] = useState<File>();
  const kind = file && fileKind(file.name);
  return (
    <>
      <h1>Import prices</h1>
      <p class="lead">
        A CSV or NDJSON file, plain or compressed with gzip. You see what it would change before anything is written.
      </p>
      <DropZone label="with prices, or drop it here" accept=".csv,.ndjson,.jsonl,.gz" onFile={setFile} />
      {file && !kind && (
        <Problem>
          {file.name} is neither CSV nor NDJSON. Its name must end in .csv, .ndjson or .jsonl, with .gz if it is
          compressed.
        </Problem>
      )}
      {file && kind ? <Chosen file={file} kind={kind} /> : <Columns />}
    </>
  );
}

interface ChosenProps {
  readonly file: File;
  readonly kind: FileKind;
}

function Chosen({ file, kind }: ChosenProps) {
  const [policy, setPolicy] = useState("skip-failed");
  const key = `${file.name} ${file.size} ${file.lastModified}`;
  const preview = useLoaded(key, async () => {
    const headers = { ...kind.headers, Prefer: "dry-run" };
    const found = await json<Preview>("POST", "/V1/price-imports", { body: file, headers });
    const failed = found.failed ?? found.failures.length;
    announce(`${plural(found.total_changes, "price")} would change, ${plural(failed, "row")} would fail.`);
    return found;
  });
  return (
    <section class="card padded" aria-label="Preview">
      <div class="heading">
        <h2>
          {file.name}{" "}
          <span class="muted">
            {kind.name}, {formatSize(file.size)}
          </span>
        </h2>
        <Choice label="When rows fail" options={policies} chosen={policy} onChoose={setPolicy} />
      </div>
      <WhileLoading from={preview}>
        {(value) => (
          <>
            <PreviewResult preview={value} />
            <Send
              path={`/V1/price-imports?policy=${policy}`}
              chosen={{ file, kind }}
              isBlocked={isBlocked(value, policy)}
            />
          </>
        )}
      </WhileLoading>
    </section>
  );
}

/** Whether sending the file would change nothing. */
const isBlocked = ({ failures, total_changes: total }: Preview, policy: string) =>
  total === 0 || (policy === "all-or-nothing" && failures.length > 0);

interface SendProps {
  readonly path: string;
  readonly chosen: ChosenProps;
  readonly isBlocked: boolean;
}

function Send({ path, chosen: { file, kind }, isBlocked }: SendProps) {
  const action = useAction(async () => {
    const { bulk_uuid: uuid } = await json<{ bulk_uuid: string }>("POST", path, { body: file, headers: kind.headers });
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
