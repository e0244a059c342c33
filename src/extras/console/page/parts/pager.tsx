import { formatCount } from "../lib/format.js";
import { t } from "../lib/i18n.js";

interface PagerProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Buttons to turn pages; absent if there is only one page. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  if (total <= size) return null;
  const last = Math.ceil(total / size);
  return (
    <nav class="pager" aria-label={t("Pages")}>
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t("Previous")}
      </button>
      <span>
        {t("{{first}}–{{last}} of {{total}}", {
          first: formatCount((page - 1) * size + 1),
          last: formatCount(Math.min(page * size, total)),
          total: formatCount(total),
        })}
      </span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        {t("Next")}
      </button>
    </nav>
  );
}
