import { read } from "../../lib/api.js";
import { formatCount, formatSeconds } from "../../lib/format.js";
import { useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { Empty, WhileLoading } from "../../parts/notice.js";

/** A limit of `GET /V1/limits`. */
interface Limit {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly seconds_left: number;
}

const names: Readonly<Record<string, string>> = {
  address: t("Calls and pages from your IP address"),
  caller: t("Your calls"),
  "graphql-cost": t("Cost of your GraphQL documents"),
  "bulk-elements": t("Elements of your bulks"),
  "sign-in": t("Attempts to sign in from your IP address"),
};

/** How much the reader may still call in this minute. */
export function LimitsView() {
  const found = useLoaded("limits", () => read<readonly Limit[]>("/V1/limits"));
  useInterval(found.reload, 5000);
  return (
    <>
      <p class="lead">
        {t("What you may do in a minute. Beyond a limit, calls are answered with 429 and the time to wait.")}
      </p>
      <WhileLoading from={found}>
        {(limits) =>
          limits.length === 0 ? (
            <Empty title={t("No limits")}>{t("PORTICO_ADDRESS_RATE and other settings of the server set some.")}</Empty>
          ) : (
            <LimitTable limits={limits} />
          )
        }
      </WhileLoading>
    </>
  );
}

const LimitTable = ({ limits }: { readonly limits: readonly Limit[] }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("Limits")}>
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">{t("What")}</th>
          <th scope="col" class="number">
            {t("In a minute")}
          </th>
          <th scope="col" class="number">
            {t("Left")}
          </th>
          <th scope="col" class="number">
            {t("All again in")}
          </th>
        </tr>
      </thead>
      <tbody>
        {limits.map(({ name, limit, remaining, seconds_left: seconds }) => (
          <tr key={name}>
            <th scope="row">{names[name] ?? name}</th>
            <td class="number" data-label={t("In a minute")}>
              {formatCount(limit)}
            </td>
            <td class="number" data-label={t("Left")}>
              {remaining === 0 ? <span class="badge failed">{formatCount(remaining)}</span> : formatCount(remaining)}
            </td>
            <td class="number" data-label={t("All again in")}>
              {formatSeconds(seconds)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
