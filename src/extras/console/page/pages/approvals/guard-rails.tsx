import { useState } from "preact/hooks";
import { call, read } from "../../lib/api.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import {
  type GuardRail,
  kindNames,
  limitsOf,
  newGuardRail,
  type Website,
  websiteName,
} from "../../lib/prices/guard-rails.js";
import { Dialog } from "../../parts/dialog.js";
import { Empty, WhileLoading, announce } from "../../parts/notice.js";
import { GuardRailDialog } from "./guard-rail-dialog.js";

interface Found {
  readonly rails: readonly GuardRail[];
  readonly websites: readonly Website[];
}

/** Reads the guard-rails, and the names of websites if the user may. */
async function readAll(): Promise<Found> {
  const [{ items: rails }, websites] = await Promise.all([
    read<{ readonly items: readonly GuardRail[] }>("/V1/price-guard-rails?searchCriteria="),
    read<readonly Website[]>("/V1/store/websites").catch(() => []),
  ]);
  return { rails, websites: websites.filter(({ id }) => id !== 0) };
}

/** Limits of price changes: to list, create, change and delete. */
export function GuardRailsView() {
  const found = useLoaded("guard-rails", readAll);
  const [edited, setEdited] = useState<GuardRail>();
  const websites = found.value?.websites ?? [];
  return (
    <>
      <div class="heading">
        <h1>{t("Guard-rails")}</h1>
        <button type="button" class="primary" onClick={() => setEdited(newGuardRail)}>
          {t("New guard-rail…")}
        </button>
      </div>
      <WhileLoading from={found}>
        {({ rails }) =>
          rails.length === 0 ? (
            <Empty title={t("No limits yet")}>
              {t("A guard-rail stops price changes that are too large, or lets somebody else approve them.")}
            </Empty>
          ) : (
            <ul class="proposals">
              {rails.map((rail) => (
                <RailCard key={rail.id} {...{ rail, websites }} onEdit={setEdited} onChanged={found.reload} />
              ))}
            </ul>
          )
        }
      </WhileLoading>
      {edited && (
        <GuardRailDialog
          rail={edited}
          websites={websites}
          onSaved={found.reload}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface RailCardProps {
  readonly rail: GuardRail;
  readonly websites: readonly Website[];
  readonly onEdit: (rail: GuardRail) => void;
  readonly onChanged: () => void;
}

function RailCard({ rail, websites, onEdit, onChanged }: RailCardProps) {
  const [isAsked, setIsAsked] = useState(false);
  const title = `${kindNames()[rail.kind]}, ${websiteName(websites, rail.website_id)}`;
  const limits = limitsOf(rail);
  return (
    <li class="card padded">
      <h2>{title}</h2>
      <ul class="limits">
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
        {limits.length === 0 && <li>{t("It has no limit of its own.")}</li>}
      </ul>
      <p class="muted">
        {rail.action === "hold"
          ? t("Beyond this, the whole call waits for the approval of another user.")
          : t("Beyond this, the rows fail.")}
      </p>
      <div class="buttons end">
        <button type="button" aria-label={t("Delete {{title}}", { title })} onClick={() => setIsAsked(true)}>
          {t("Delete…")}
        </button>
        <button type="button" aria-label={t("Change {{title}}", { title })} onClick={() => onEdit(rail)}>
          {t("Change…")}
        </button>
      </div>
      {isAsked && <DeleteDialog rail={rail} onDeleted={onChanged} onClose={() => setIsAsked(false)} />}
    </li>
  );
}

interface DeleteDialogProps {
  readonly rail: GuardRail;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteDialog({ rail, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async () => {
    await call("DELETE", `/V1/price-guard-rails/${rail.id ?? ""}`);
    announce(t("The guard-rail was deleted."));
    onDeleted();
  };
  return (
    <Dialog title={t("Delete this guard-rail?")} confirm={t("Delete")} isHarmful onConfirm={remove} onClose={onClose}>
      <p>{t("The changes that it stopped then apply without approval. Proposals that wait stay.")}</p>
    </Dialog>
  );
}
