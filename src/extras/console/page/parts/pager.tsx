import { formatCount } from "../lib/format.js";

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
    <nav class="pager" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span>
        {formatCount((page - 1) * size + 1)}–{formatCount(Math.min(page * size, total))} of {formatCount(total)}
      </span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
