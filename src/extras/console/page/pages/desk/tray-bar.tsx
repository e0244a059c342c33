import { useState } from "preact/hooks";
import { discard, tray, trayCount } from "../../lib/desk/tray.js";
import { t } from "../../lib/i18n.js";
import { PasteReport } from "./paste-report.js";
import { SendDialog } from "./send-dialog.js";

/** The entered changes, at the lower edge of the page. */
export function TrayBar() {
  const [isOpen, setIsOpen] = useState(false);
  const count = trayCount.value;
  return (
    <div class="tray">
      <PasteReport />
      {count > 0 && (
        <section class="card tray-bar" aria-label={t("Entered changes")}>
          <strong>{t("{{count}} changes", { count })}</strong>
          <div class="buttons">
            <button type="button" onClick={() => confirmDiscard(count)}>
              {t("Discard")}
            </button>
            <button type="button" class="primary" onClick={() => setIsOpen(true)}>
              {t("Preview and send…")}
            </button>
          </div>
        </section>
      )}
      {isOpen && <SendDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function confirmDiscard(count: number): void {
  if (confirm(t("Discard the {{count}} changes?", { count }))) discard(Object.values(tray.value));
}
