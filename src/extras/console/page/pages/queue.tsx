import { criteria, read, servicePath } from "../lib/api.js";
import type { Bulk } from "../lib/bulks.js";
import { titleOf } from "../lib/bulk-titles.js";
import { formatCount, formatRate, formatSeconds } from "../lib/format.js";
import { useInterval, useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { linkTo } from "../lib/router.js";
import { WhileLoading } from "../parts/notice.js";

interface Check {
  readonly status: "pass" | "warn" | "fail";
  readonly kind: string;
  readonly oldestSeconds?: number;
}

interface Health {
  readonly status: Check["status"];
  readonly checks: { readonly database: Check; readonly broker: Check; readonly consumer?: Check };
}

/** The queue, its consumers and their dependencies. */
export function QueueView() {
  return (
    <>
      <h1>{t("Queue")}</h1>
      <HealthCards />
      <Running />
    </>
  );
}

function HealthCards() {
  const health = useLoaded("health", async () => {
    // The route answers 503 if something is missing, and names it.
    const response = await fetch(`${servicePath}/health/ready`);
    return (await response.json()) as Health;
  });
  useInterval(health.reload, 5000);
  return (
    <WhileLoading from={health}>
      {({ checks }) => (
        <dl class="checks">
          <CheckCard name={t("Database")} check={checks.database} words={checks.database.kind} />
          <CheckCard name={t("Broker")} check={checks.broker} words={checks.broker.kind} />
          <CheckCard name={t("Consumers")} check={checks.consumer} words={consumerText(checks.consumer)} />
        </dl>
      )}
    </WhileLoading>
  );
}

function consumerText(check: Check | undefined): string {
  if (!check) return t("unknown while the database does not answer");
  if (check.status === "pass") return t("keeping up");
  return t("no consumer has run operations for {{time}}; start one: bin/portico queue:consumers:start", {
    time: formatSeconds(check.oldestSeconds ?? 60),
  });
}

interface CheckCardProps {
  readonly name: string;
  readonly check: Check | undefined;
  readonly words: string;
}

const verdicts = { pass: t("Working"), warn: t("Needs attention"), fail: t("Not answering") } as const;

const CheckCard = ({ name, check, words }: CheckCardProps) => (
  <div class={`card padded check ${check?.status ?? "warn"}`}>
    <dt>{name}</dt>
    <dd>
      <strong>{verdicts[check?.status ?? "warn"]}</strong>
      <span class="muted">{words}</span>
    </dd>
  </div>
);

function Running() {
  const path = `/V1/bulks?${criteria({ filters: [["state", "running"]], size: 100 })}`;
  const running = useLoaded(path, () => read<{ items: readonly Bulk[]; total_count: number }>(path));
  useInterval(running.reload, 2000);
  return (
    <WhileLoading from={running}>
      {({ items, total_count: total }) => (
        <section aria-label={t("Open operations")}>
          <h2>{t("Open operations")}</h2>
          {total === 0 ? <p class="muted">{t("No operations are waiting.")}</p> : <OpenBulks bulks={items} />}
        </section>
      )}
    </WhileLoading>
  );
}

function OpenBulks({ bulks }: { readonly bulks: readonly Bulk[] }) {
  const open = bulks.reduce((sum, bulk) => sum + bulk.open_count, 0);
  return (
    <>
      <p>
        {t("{{operations}} of {{bulks}} wait.", {
          count: open,
          operations: t("{{number}} operations", { count: open, number: formatCount(open) }),
          bulks: t("{{number}} bulks", { count: bulks.length, number: formatCount(bulks.length) }),
        })}
      </p>
      <ul class="plain">
        {bulks.map((bulk) => (
          <li key={bulk.bulk_uuid}>
            <a href={linkTo("bulks", bulk.bulk_uuid)}>{titleOf(bulk)}</a>{" "}
            <span class="muted">
              {t("{{number}} open", { number: formatCount(bulk.open_count) })}
              {bulk.per_second ? `, ${formatRate(bulk.per_second)}` : ""}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
