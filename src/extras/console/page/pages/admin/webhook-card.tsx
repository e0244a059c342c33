import { useState } from "preact/hooks";
import { call, criteria, read } from "../../lib/api.js";
import type { Delivery, Webhook } from "./records.js";
import { formatTime, parseTime } from "../../lib/format.js";
import { useAction, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, Problem, WhileLoading } from "../../parts/notice.js";

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
}

const badges = { active: "complete", paused: "", failed: "failed" } as const;
const stateLabel = (state: Webhook["status"]) =>
  ({ active: t("Active"), paused: t("Paused"), failed: t("Failed") })[state];

/** A webhook, which can be paused, tested and deleted, with its deliveries. */
export function WebhookCard({ webhook, onChanged }: WebhookCardProps) {
  const { id, name, url, types, status, reason, last_error: error } = webhook;
  const [isOpen, setIsOpen] = useState(false);
  const title = name || url;
  return (
    <li class="card padded">
      <div class="heading">
        <h2 class="data">{title}</h2>
        <span class={`badge ${badges[status]}`}>{stateLabel(status)}</span>
      </div>
      <p class="muted data">
        {url} · {types.join(", ")}
      </p>
      {(reason ?? error) !== null && <p class="bad-text data">{reason ?? error}</p>}
      <Actions {...{ webhook, title, onChanged }} />
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary aria-label={t("Deliveries of {{title}}", { title })}>{t("Deliveries")}</summary>
        {isOpen && <Deliveries id={id} />}
      </details>
    </li>
  );
}

interface ActionsProps extends WebhookCardProps {
  readonly title: string;
}

function Actions({ webhook: { id, status }, title, onChanged }: ActionsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const path = `/V1/webhooks/${id}`;
  const toggle = useAction(async () => {
    await call("POST", `${path}/${status === "active" ? "pause" : "resume"}`);
    onChanged();
  });
  const ping = useAction(async () => {
    await call("POST", `${path}/ping`);
    announce(t("A test event is on its way."));
  });
  const problem = toggle.error ?? ping.error;
  return (
    <div class="buttons end">
      {problem && <Problem>{problem}</Problem>}
      <button type="button" aria-label={t("Delete {{title}}", { title })} onClick={() => setIsAsked(true)}>
        {t("Delete…")}
      </button>
      <button type="button" disabled={ping.isBusy} onClick={ping.run}>
        {t("Send a test event")}
      </button>
      <button type="button" disabled={toggle.isBusy} onClick={toggle.run}>
        {status === "active" ? t("Pause") : t("Resume")}
      </button>
      {isAsked && <DeleteDialog {...{ path, title }} onDeleted={onChanged} onClose={() => setIsAsked(false)} />}
    </div>
  );
}

interface DeleteDialogProps {
  readonly path: string;
  readonly title: string;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteDialog({ path, title, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async () => {
    await call("DELETE", path);
    announce(t("The webhook was deleted."));
    onDeleted();
  };
  return (
    <Dialog
      title={t("Delete {{name}}?", { name: title })}
      confirm={t("Delete")}
      isHarmful
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("Its events are no longer posted.")}</p>
    </Dialog>
  );
}

function Deliveries({ id }: { readonly id: number }) {
  const path = `/V1/webhooks/${id}/deliveries?${criteria({ sort: ["created_at", "DESC"], size: 50 })}`;
  const found = useLoaded(path, () => read<Page<Delivery>>(path));
  return (
    <WhileLoading from={found}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="muted">{t("No deliveries yet.")}</p>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label={t("Deliveries")}>
            <table class="stacked">
              <thead>
                <tr>
                  <th scope="col">{t("When")}</th>
                  <th scope="col">{t("Event")}</th>
                  <th scope="col">{t("State")}</th>
                  <th scope="col">
                    <span class="visually-hidden">{t("Send again")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((delivery) => (
                  <DeliveryRow key={delivery.id} {...{ id, delivery }} onReplayed={found.reload} />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </WhileLoading>
  );
}

const deliveryLabel = (state: Delivery["state"]) =>
  ({ pending: t("Waiting"), delivered: t("Delivered"), failed: t("Failed") })[state];

interface DeliveryRowProps {
  readonly id: number;
  readonly delivery: Delivery;
  readonly onReplayed: () => void;
}

function DeliveryRow({ id, delivery, onReplayed }: DeliveryRowProps) {
  const { type, state, created_at: created, http_status: status, last_error: error, attempts } = delivery;
  const time = formatTime(parseTime(created));
  const replay = useAction(async () => {
    await call("POST", `/V1/webhooks/${id}/deliveries/${delivery.id}/replay`);
    announce(t("The event is sent again."));
    onReplayed();
  });
  return (
    <tr>
      <td class="nowrap">{time}</td>
      <td data-label={t("Event")} class="data">
        {type}
      </td>
      <td data-label={t("State")}>
        {deliveryLabel(state)} <span class="muted">{t("{{count}} attempts", { count: attempts })}</span>
        <span class="block muted data">{[status, error].filter(Boolean).join(" ")}</span>
        {replay.error && <Problem>{replay.error}</Problem>}
      </td>
      <td class="number act">
        <button
          type="button"
          class="quiet"
          disabled={replay.isBusy}
          aria-label={t("Send again: {{type}}, {{time}}", { type, time })}
          onClick={replay.run}
        >
          {t("Send again")}
        </button>
      </td>
    </tr>
  );
}
