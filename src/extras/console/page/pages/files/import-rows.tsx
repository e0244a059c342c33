import { call, json, read } from "../../lib/api.js";
import type { Bulk } from "../../lib/bulks.js";
import { downloadFile } from "../../lib/failed-rows.js";
import { formatCount } from "../../lib/format.js";
import { useAction, useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { stoppedCodes } from "../../lib/prices/price-file.js";
import { countProposals } from "../../lib/prices/proposal-calls.js";
import { goTo } from "../../lib/router.js";
import { announce, Note, Problem, WhileLoading } from "../../parts/notice.js";
import { Counts } from "../../parts/progress.js";

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
          {failed > 0 && <ListedRows uuid={uuid} list="failed" count={failed} />}
          {failed > 0 && open === 0 && state !== "rejected" && <HeldRows uuid={uuid} />}
          {warnings > 0 && <ListedRows uuid={uuid} list="doubtful" count={warnings} />}
          {warnings > 0 && <ListedRows uuid={uuid} list="superseded" count={warnings} />}
        </section>
      )}
    </WhileLoading>
  );
}

/** Number of lines to show; the file has all of them. */
const shownLines = 20;

const doubtfulCodes = "zero_price,high_price,tenfold_change,above_base_price,ended_special_price,rounded_price";

interface ListProps {
  readonly uuid: string;
  readonly list: keyof typeof lists;
  readonly count: number;
}

const lists = {
  failed: {
    path: "failed-rows",
    lines: t("Lines of the file: failed rows with their reasons"),
    advice: t("Correct the file and import it again: it has the same columns."),
    download: t("Download failed rows"),
  },
  doubtful: {
    path: `warnings?codes=${doubtfulCodes}`,
    lines: t("Lines of the file: doubtful rows with their reasons"),
    advice: t("These rows are applied. Look at them."),
    download: t("Download doubtful rows"),
  },
  superseded: {
    path: "warnings?codes=superseded",
    lines: t("Lines of the file: superseded rows"),
    advice: t("Another row of the file sets the same price and wins."),
    download: t("Download superseded rows"),
  },
} as const;

interface Listed {
  readonly lines: readonly string[];
  readonly isCsv: boolean;
}

/** Reads the first lines of a list, of all parts of the file until there are enough. */
async function readLines(path: string): Promise<Listed> {
  const lines: string[] = [];
  const join = path.includes("?") ? "&" : "?";
  for (let after: string | null = ""; after !== null && lines.length <= shownLines;) {
    const page: { content: string; next: string | null } = await read(
      `${path}${after === "" ? "" : `${join}after=${after}`}`,
    );
    lines.push(...page.content.split("\n").filter(Boolean));
    after = page.next;
  }
  return { lines: lines.slice(0, shownLines + 1), isCsv: !(lines[0]?.startsWith("{") ?? false) };
}

/** Whether a list has rows: the first line of a CSV file is its header. */
const hasRows = ({ lines, isCsv }: Listed): boolean => lines.length > (isCsv ? 1 : 0);

function ListedRows({ uuid, list, count }: ListProps) {
  const texts = lists[list];
  const path = `/V1/price-imports/${uuid}/${texts.path}`;
  const listed = useLoaded(`${path} ${count}`, () => readLines(path));
  const download = useAction(async () => {
    const file = await call("GET", path, { headers: { Accept: "*/*" } });
    const isCsv = file.headers.get("Content-Type")?.includes("csv");
    downloadFile(await file.blob(), `${list}-${uuid}.${isCsv ? "csv" : "ndjson"}`);
  });
  if (listed.value && !hasRows(listed.value)) return null;
  return (
    <>
      <WhileLoading from={listed}>
        {({ lines }) => (
          <div class="scroll" tabIndex={0} role="region" aria-label={texts.lines}>
            <pre class="lines">{lines.join("\n")}</pre>
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

/** Sends the rows that a guard-rail holds for approval, as one proposal. */
function HeldRows({ uuid }: { readonly uuid: string }) {
  const path = `/V1/price-imports/${uuid}`;
  const stopped = useLoaded(path, () => readLines(`${path}/failed-rows?codes=${stoppedCodes.join()}`));
  const sending = useAction(async () => {
    const { rows } = await json<{ rows: number }>("POST", `${path}/proposals`);
    announce(t("{{number}} rows wait for approval.", { count: rows, number: formatCount(rows) }));
    void countProposals();
    goTo("proposals");
  });
  if (!stopped.value || !hasRows(stopped.value)) return null;
  return (
    <div class="notice">
      <span>{t("A guard-rail stopped rows of this file. Those that it holds can be approved by another user.")}</span>
      {sending.error && <Problem>{sending.error}</Problem>}
      <button type="button" onClick={sending.run} disabled={sending.isBusy}>
        {sending.isBusy ? t("Sending…") : t("Send for approval")}
      </button>
    </div>
  );
}
