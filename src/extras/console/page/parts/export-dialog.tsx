import { useState } from "preact/hooks";
import { call } from "../lib/api.js";
import { filterQuery, type ViewState } from "../lib/desk/view-state.js";
import { downloadFile } from "../lib/failed-rows.js";
import { formatCount } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { kindNames } from "../lib/prices/guard-rails.js";
import { exportPath } from "../lib/prices/price-file.js";
import { Choice } from "./choice.js";
import { Dialog } from "./dialog.js";
import { announce } from "./notice.js";
import { Select } from "./select.js";

interface ExportDialogProps {
  /** The products that the user sees, with their number; absent for all. */
  readonly view?: { readonly state: ViewState; readonly total: number };
  readonly onClose: () => void;
}

const kinds = Object.entries(kindNames());

/** Exports prices as a file that can be imported: those of the products that the user sees, or of all. */
export function ExportDialog({ view, onClose }: ExportDialogProps) {
  const [extent, setExtent] = useState(view ? "view" : "all");
  const [format, setFormat] = useState("xlsx");
  const [chosen, setChosen] = useState<readonly string[]>(kinds.map(([kind]) => kind));
  const download = async () => {
    const filter = view && extent === "view" ? filterQuery(view.state) : undefined;
    const path = exportPath({ format, kinds: chosen.length === kinds.length ? [] : chosen }, filter);
    const file = await call("GET", path, { headers: { Accept: "*/*" } });
    downloadFile(await file.blob(), `${t("prices")}-${new Date().toISOString().slice(0, 10)}.${format}`);
    announce(t("The file is in your downloads."));
  };
  return (
    <Dialog
      title={t("Export prices")}
      confirm={t("Download")}
      isBlocked={chosen.length === 0}
      onConfirm={download}
      onClose={onClose}
    >
      {view && <Extent {...{ extent, total: view.total }} onChoose={setExtent} />}
      <Select
        label={t("File format")}
        value={format}
        choices={[
          ["xlsx", t("Excel workbook")],
          ["csv", "CSV"],
          ["ndjson", "NDJSON"],
        ]}
        onChoose={setFormat}
      />
      <KindChecks chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}

interface ExtentProps {
  readonly extent: string;
  readonly total: number;
  readonly onChoose: (extent: string) => void;
}

const Extent = ({ extent, total, onChoose }: ExtentProps) => (
  <Choice
    label={t("Which products")}
    chosen={extent}
    onChoose={onChoose}
    options={[
      { value: "view", label: t("Those of this view: {{number}}", { number: formatCount(total) }) },
      { value: "all", label: t("All products") },
    ]}
  />
);

interface KindChecksProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function KindChecks({ chosen, onChange }: KindChecksProps) {
  const toggle = (kind: string) =>
    onChange(chosen.includes(kind) ? chosen.filter((other) => other !== kind) : [...chosen, kind]);
  return (
    <fieldset class="card padded">
      <legend>{t("Prices")}</legend>
      {kinds.map(([kind, label]) => (
        <label key={kind} class="check-box">
          <input type="checkbox" checked={chosen.includes(kind)} onChange={() => toggle(kind)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
