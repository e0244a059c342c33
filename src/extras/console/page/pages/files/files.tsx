import { useState } from "preact/hooks";
import { json } from "../../lib/api.js";
import { formatCount, formatSize } from "../../lib/format.js";
import { useAction, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import {
  defaultOptions,
  fileHeaders,
  stoppedCodes,
  type UploadOptions,
  uploadPath,
} from "../../lib/prices/price-file.js";
import type { Preview } from "../../lib/prices/price-changes.js";
import { goTo } from "../../lib/router.js";
import { DropZone } from "../../parts/drop-zone.js";
import { Problem, WhileLoading, announce } from "../../parts/notice.js";
import { PreviewResult } from "../../parts/preview-result.js";
import { ColumnMapping } from "./column-mapping.js";
import { FileOptions } from "./file-options.js";
import { Columns, Templates } from "./templates.js";

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
      {file ? (
        <Chosen key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
      ) : (
        <>
          <Templates />
          <Columns />
        </>
      )}
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

function Chosen({ file }: ChosenProps) {
  const [options, setOptions] = useState(defaultOptions);
  const path = uploadPath(options);
  const preview = useLoaded(path, async () => {
    const found = await json<Preview>("POST", path, { body: file, headers: { ...fileHeaders, Prefer: "dry-run" } });
    announce(textOf(found));
    return found;
  });
  return (
    <section class="card padded" aria-label={t("Preview")}>
      <h2>
        {file.name} <span class="muted">{formatSize(file.size)}</span>
      </h2>
      <FileOptions options={options} onChange={setOptions} />
      <ColumnMapping {...{ file, options, isUnread: preview.error !== undefined }} onChange={setOptions} />
      <WhileLoading from={preview}>
        {(value) => (
          <>
            <PreviewResult preview={value} />
            <Send {...{ path, file, options, preview: value }} />
          </>
        )}
      </WhileLoading>
    </section>
  );
}

interface SendProps {
  readonly path: string;
  readonly file: File;
  readonly options: UploadOptions;
  readonly preview: Preview;
}

const isStopped = ({ code = "" }: { readonly code?: string }) => stoppedCodes.includes(code);

function Send({ path, file, options, preview }: SendProps) {
  const action = useAction(async () => {
    const { bulk_uuid: uuid } = await json<{ bulk_uuid: string }>("POST", path, { body: file, headers: fileHeaders });
    announce(t("The file was accepted."));
    goTo("bulks", uuid);
  });
  const isHeld = options.policy === "skip-failed" && preview.failures.some(isStopped);
  // The file can be sent if rows are left that can be proposed.
  const isBlocked = preview.total_changes === 0 && !isHeld;
  return (
    <>
      {isHeld && (
        <p class="notice">
          {t(
            "Guard-rails stop rows of this file. When it has run, its page can send them for approval, as one proposal.",
          )}
        </p>
      )}
      <div class="buttons end">
        {action.error && <Problem>{action.error}</Problem>}
        {isBlocked && <span class="muted">{t("With this file and these options, nothing would change.")}</span>}
        <button type="button" class="primary" onClick={action.run} disabled={isBlocked || action.isBusy}>
          {action.isBusy ? t("Sending…") : t("Set these prices")}
        </button>
      </div>
    </>
  );
}
