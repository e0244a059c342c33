import { formatChange, formatCount, plural } from "../lib/format.js";
import {
  failureText,
  formatPrice,
  largestSteps,
  nameOf,
  type Preview,
  type PreviewedChange,
  type PreviewedFailure,
  stepOf,
} from "../lib/prices/price-changes.js";

/** Number of rows of a preview to show: people look at the outliers and at samples. */
const shownRows = 200;

/** The prices that would change, the rows that would fail, and the largest changes. */
export function PreviewResult({
  preview: { changes, failures, total_changes: total, failed = failures.length, unchanged, skipped },
}: {
  readonly preview: Preview;
}) {
  const { rise, fall } = largestSteps(changes);
  return (
    <>
      <dl class="counts">
        <Figure label="Would change" value={formatCount(total)} kind="" />
        <Figure label="Would fail" value={formatCount(failed)} kind={failed > 0 ? "bad" : ""} />
        {unchanged !== undefined && <Figure label="Already equal" value={formatCount(unchanged)} kind="" />}
        {skipped !== undefined && skipped > 0 && <Figure label="Repeated later" value={formatCount(skipped)} kind="" />}
        <Figure label="Largest rise" value={formatChange(rise)} kind="" />
        <Figure label="Largest fall" value={formatChange(fall)} kind="" />
      </dl>
      {total > changes.length && (
        <p class="muted">The largest rise and fall are those of the first {plural(changes.length, "change")}.</p>
      )}
      {failures.length > 0 && <Failures failures={failures} total={failed} />}
      {changes.length > 0 && <Changes changes={changes} total={total} />}
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly kind: string;
}

const Figure = ({ label, value, kind }: FigureProps) => (
  <div class={kind}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

interface FailuresProps {
  readonly failures: readonly PreviewedFailure[];
  readonly total: number;
}

const Failures = ({ failures, total }: FailuresProps) => (
  <details class="failures" open>
    <summary>{plural(total, "row")} would fail</summary>
    <ul>
      {failures.slice(0, shownRows).map((failure, index) => (
        <li key={index}>{failureText(failure)}</li>
      ))}
    </ul>
  </details>
);

/** The first of the changed prices, before and after. */
export const Changes = ({
  changes,
  total,
}: {
  readonly changes: readonly PreviewedChange[];
  readonly total: number;
}) => (
  <div class="scroll" tabIndex={0} role="region" aria-label="Prices that would change">
    <table>
      <caption>
        {total > Math.min(changes.length, shownRows)
          ? `The first ${formatCount(Math.min(changes.length, shownRows))} of ${plural(total, "change")}`
          : plural(total, "change")}
      </caption>
      <thead>
        <tr>
          <th scope="col">SKU</th>
          <th scope="col">Price</th>
          <th scope="col" class="number">
            Now
          </th>
          <th scope="col" class="number">
            Then
          </th>
          <th scope="col" class="number">
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, shownRows).map((change, index) => (
          <ChangeRow key={index} change={change} />
        ))}
      </tbody>
    </table>
  </div>
);

function ChangeRow({ change }: { readonly change: PreviewedChange }) {
  const step = stepOf(change);
  return (
    <tr>
      <td>{change.sku}</td>
      <td class="price">{nameOf(change)}</td>
      <td class="number">{formatPrice(change.old)}</td>
      <td class="number">{formatPrice(change.new)}</td>
      <td class="number">{step === undefined ? "–" : formatChange(step)}</td>
    </tr>
  );
}
