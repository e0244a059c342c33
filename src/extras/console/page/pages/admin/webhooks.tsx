import { useState } from "preact/hooks";
import { call, criteria, read } from "../../lib/api.js";
import { namesIn, type Webhook } from "./records.js";
import { useInterval, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, Empty, WhileLoading } from "../../parts/notice.js";
import { WebhookCard } from "./webhook-card.js";

/** Addresses to which events are posted, with their deliveries. */
export function WebhooksView() {
  const path = `/V1/webhooks?${criteria({ sort: ["id", "ASC"], size: 200 })}`;
  const found = useLoaded(path, () => read<Page<Webhook>>(path));
  useInterval(found.reload, 15_000);
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <div class="buttons end">
        <button type="button" class="primary" onClick={() => setIsNew(true)}>
          {t("New webhook…")}
        </button>
      </div>
      <WhileLoading from={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("No webhooks yet")}>{t("A webhook posts events to another program as they happen.")}</Empty>
          ) : (
            <ul class="proposals">
              {items.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onChanged={found.reload} />
              ))}
            </ul>
          )
        }
      </WhileLoading>
      {isNew && <NewDialog onCreated={found.reload} onClose={() => setIsNew(false)} />}
    </>
  );
}

interface NewDialogProps {
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

function NewDialog({ onCreated, onClose }: NewDialogProps) {
  const [given, setGiven] = useState({ name: "", url: "https://", types: "*" });
  const create = async () => {
    await call("POST", "/V1/webhooks", { body: { webhook: { ...given, types: namesIn(given.types) } } });
    announce(t("The webhook was created."));
    onCreated();
  };
  const text = (name: keyof typeof given, label: string) => (
    <label>
      {label}
      <input value={given[name]} onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })} />
    </label>
  );
  return (
    <Dialog
      title={t("New webhook")}
      confirm={t("Create")}
      isBlocked={given.url.trim() === "" || namesIn(given.types).length === 0}
      onConfirm={create}
      onClose={onClose}
    >
      {text("name", t("Name"))}
      {text("url", t("Address to which events are posted"))}
      {text("types", t("Types of events, for example order.*; * for all"))}
    </Dialog>
  );
}
