import { useState } from "preact/hooks";
import { call, criteria, json, read } from "../../lib/api.js";
import { type Credentials, type Integration } from "./records.js";
import { formatTime, parseTime } from "../../lib/format.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import { everything, ResourceTree } from "./resource-tree.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, Empty, WhileLoading } from "../../parts/notice.js";

/** Programs that call the API in their own name. */
export function IntegrationsView() {
  const path = `/V1/integrations/search?${criteria({ sort: ["name", "ASC"], size: 200 })}`;
  const found = useLoaded(path, () => read<Page<Integration>>(path));
  const [isNew, setIsNew] = useState(false);
  const [credentials, setCredentials] = useState<Credentials>();
  return (
    <>
      <div class="buttons end">
        <button type="button" class="primary" onClick={() => setIsNew(true)}>
          {t("New integration…")}
        </button>
      </div>
      {credentials && <Keys credentials={credentials} onHide={() => setCredentials(undefined)} />}
      <WhileLoading from={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("No integrations yet")}>{t("An integration lets another program call the API.")}</Empty>
          ) : (
            <ul class="proposals">
              {items.map((integration) => (
                <Card key={integration.id} integration={integration} onChanged={found.reload} />
              ))}
            </ul>
          )
        }
      </WhileLoading>
      {isNew && (
        <NewDialog
          onClose={() => setIsNew(false)}
          onCreated={(created) => {
            setCredentials(created);
            found.reload();
          }}
        />
      )}
    </>
  );
}

const keyLabels = [
  ["consumer_key", t("Consumer key")],
  ["consumer_secret", t("Consumer secret")],
  ["access_token", t("Access token")],
  ["access_token_secret", t("Access token secret")],
] as const;

/** The keys of a new integration. They are not shown again. */
const Keys = ({ credentials, onHide }: { readonly credentials: Credentials; readonly onHide: () => void }) => (
  <section class="card padded" aria-label={t("Keys")}>
    <p class="notice">{t("Copy these keys now: they are not shown again.")}</p>
    <dl class="facts">
      {keyLabels.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <code>{credentials[name] ?? "–"}</code>
          </dd>
        </div>
      ))}
    </dl>
    <div class="buttons end">
      <button type="button" onClick={onHide}>
        {t("I have copied them")}
      </button>
    </div>
  </section>
);

const states = [t("Inactive"), t("Active"), t("Revoked")];

interface CardProps {
  readonly integration: Integration;
  readonly onChanged: () => void;
}

function Card({ integration, onChanged }: CardProps) {
  const { name, status, resources, created_at: created } = integration;
  const [asked, setAsked] = useState<Ending>();
  return (
    <li class="card padded">
      <div class="heading">
        <h2 class="data">{name}</h2>
        <span class={`badge ${status === 1 ? "complete" : ""}`}>{states[status]}</span>
      </div>
      <p class="muted">
        {t("created {{time}}", { time: formatTime(parseTime(created)) })} ·{" "}
        {resources.includes(everything) ? t("May do everything.") : <span class="data">{resources.join(", ")}</span>}
      </p>
      <div class="buttons end">
        {status === 1 && (
          <button type="button" aria-label={t("Revoke {{name}}", { name })} onClick={() => setAsked("revoke")}>
            {t("Revoke…")}
          </button>
        )}
        <button type="button" aria-label={t("Delete {{title}}", { title: name })} onClick={() => setAsked("delete")}>
          {t("Delete…")}
        </button>
      </div>
      {asked && <EndDialog {...{ integration, asked }} onEnded={onChanged} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

/** How an integration ends: its keys stop working, and it stays or is deleted. */
type Ending = "revoke" | "delete";

interface EndDialogProps {
  readonly integration: Integration;
  readonly asked: Ending;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

function EndDialog({ integration: { id, name }, asked, onEnded, onClose }: EndDialogProps) {
  const isRevoked = asked === "revoke";
  const end = async () => {
    if (isRevoked) await call("POST", `/V1/integrations/${id}/revoke`);
    else await call("DELETE", `/V1/integrations/${id}`);
    announce(isRevoked ? t("The keys no longer work.") : t("The integration was deleted."));
    onEnded();
  };
  return (
    <Dialog
      title={isRevoked ? t("Revoke the keys of {{name}}?", { name }) : t("Delete {{name}}?", { name })}
      confirm={isRevoked ? t("Revoke") : t("Delete")}
      isHarmful
      onConfirm={end}
      onClose={onClose}
    >
      <p>{t("The program can no longer call the API.")}</p>
    </Dialog>
  );
}

interface NewDialogProps {
  readonly onCreated: (credentials: Credentials) => void;
  readonly onClose: () => void;
}

function NewDialog({ onCreated, onClose }: NewDialogProps) {
  const [name, setName] = useState("");
  const [resources, setResources] = useState<readonly string[]>([everything]);
  const create = async () => {
    const body = { integration: { name, resources } };
    onCreated(await json<Credentials>("POST", "/V1/integrations", { body }));
    announce(t("The integration was created. Copy its keys."));
  };
  return (
    <Dialog
      title={t("New integration")}
      confirm={t("Create")}
      isBlocked={name.trim() === "" || resources.length === 0}
      onConfirm={create}
      onClose={onClose}
    >
      <label>
        {t("Name")}
        <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <ResourceTree chosen={resources} onChoose={setResources} />
    </Dialog>
  );
}
