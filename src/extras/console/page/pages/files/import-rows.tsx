import { call, read } from "../lib/api.js";
import type { Bulk } from "../lib/bulks.js";
import { downloadFile } from "../lib/failed-rows.js";
import { formatCount } from "../lib/format.js";
import { useAction, useInterval, useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { Note, Problem, WhileLoading } from "../parts/notice.js";
import { Counts } from "../parts/progress.js";

/** Whether the bulk applies a price file. */
export const isImport = ({ route }: Bulk) => route.startsWith("POST /V1/price-imports");

/** The rows of a price file. Each operation applies many of them. */
interface Import {
  readonly state: "running" | "complete" | "stopped" | "rejected" | "canceled" | "failed";
  readonly rows: number;
  readonly open: number;
  readonly written: number;
  readonly deleted: number;
  readonly warnings: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Explanations that the counts alone do not give. */
const notes: Partial<Record<Import["state"], string>> = {
  rejected: t("Nothing was applied, because a row failed."),
  stopped: t("It stopped at a failed row. The rows before it were applied."),
  canceled: t("It was canceled. The waiting rows were not applied."),
  failed: t("A part of the file failed as a whole. Retry it."),
};

/** The row counts of a price file by their result, and the failed rows. */
export function ImportRows({ bulk }: { readonly bulk: Bulk }) {
  const { bulk_uuid: uuid, finished_at: finishedAt } = bulk;
  const found = useLoaded(`${uuid} ${finishedAt}`, () => read<Import>(`/V1/price-imports/${uuid}`));
  useInterval(() => finishedAt === null && found.reload(), 2000);
  return (
    <WhileLoading from={found}>
      {({ state, rows, open, written, deleted, unchanged, failed, skipped, warnings }) => (
        <section class="card padded" aria-label={t("Rows of the file")}>
          <h2>{t("{{number}} rows of the file", { count: rows, number: formatCount(rows) })}</h2>
          <Counts
            counts={[
              [t("Changed a price"), written, "good"],
              [t("Deleted"), deleted, "good"],
              [t("Already equal"), unchanged, ""],
              [t("Failed"), failed, "bad"],
              [t("Not applied"), skipped, ""],
              [t("Waiting"), open, ""],
            ]}
          />
          {notes[state] && <Note>{notes[state]}</Note>}
          {failed > 0 && <ListedRows uuid={uuid} list="failed-rows" count={failed} />}
          {warnings > 0 && <ListedRows uuid={uuid} list="warnings" count={warnings} />}
        </section>
      )}
    </WhileLoading>
  );
}

/** Number of lines to show; the file has all of them. */
const shownLines = 20;

interface ListProps {
  readonly uuid: string;
  readonly list: "failed-rows" | "warnings";
  readonly count: number;
}

const listTexts = {
  "failed-rows": {
    lines: t("Lines of the file: failed rows with their reasons"),
    advice: t("Correct the file and import it again: it has the same columns."),
    download: t("Download failed rows"),
  },
  warnings: {
    lines: t("Lines of the file: rows to look at with their reasons"),
    advice: t("These rows are applied, unless the reason says that another row wins."),
    download: t("Download rows to look at"),
  },
} as const;

function ListedRows({ uuid, list, count }: ListProps) {
  const texts = listTexts[list];
  const path = `/V1/price-imports/${uuid}/${list}`;
  const lines = useLoaded(`${path} ${count}`, async () => (await read<{ content: string }>(path)).content.split("\n"));
  const download = useAction(async () => {
    const file = await call("GET", path, { headers: { Accept: "*/*" } });
    const isCsv = file.headers.get("Content-Type")?.includes("csv");
    const name = list === "warnings" ? "warnings" : "failed";
    downloadFile(await file.blob(), `${name}-${uuid}.${isCsv ? "csv" : "ndjson"}`);
  });
  return (
    <>
      <WhileLoading from={lines}>
        {(all) => (
          <div class="scroll" tabIndex={0} role="region" aria-label={texts.lines}>
            <pre class="lines">{all.slice(0, shownLines + 1).join("\n")}</pre>
          </div>
        )}
      </WhileLoading>
      <div class="buttons end">
        {download.error && <Problem>{download.error}</Problem>}
        <span class="muted">{texts.advice}</span>
        <button type="button" onClick={download.run} disabled={download.isBusy}>
          {download.isBusy ? t("Preparing…") : texts.download}
        </button>
      </div>
    </>
  );
}
