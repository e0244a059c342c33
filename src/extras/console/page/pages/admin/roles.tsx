import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import { t } from "../../lib/i18n.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";
import type { AdminRole } from "./records.js";
import { everything } from "./resource-tree.js";
import { RoleDialog } from "./role-dialog.js";

interface RolesProps {
  readonly roles: readonly AdminRole[];
  readonly onChanged: () => void;
}

/** The roles: to list, create, change and delete. */
export function Roles({ roles, onChanged }: RolesProps) {
  const [asked, setAsked] = useState<AdminRole | "new">();
  return (
    <section aria-label={t("Roles")}>
      <div class="heading">
        <h2>{t("Roles")}</h2>
        <button type="button" onClick={() => setAsked("new")}>
          {t("New role…")}
        </button>
      </div>
      <ul class="proposals">
        {roles.map((role) => (
          <Card key={role.id} role={role} onChange={() => setAsked(role)} onDeleted={onChanged} />
        ))}
      </ul>
      {asked && (
        <RoleDialog
          role={asked === "new" ? undefined : asked}
          onSaved={onChanged}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

interface CardProps {
  readonly role: AdminRole;
  readonly onChange: () => void;
  readonly onDeleted: () => void;
}

function Card({ role: { id, name, resources }, onChange, onDeleted }: CardProps) {
  const [isAsked, setIsAsked] = useState(false);
  const remove = async () => {
    await call("DELETE", `/V1/adminRoles/${id}`);
    announce(t("The role was deleted."));
    onDeleted();
  };
  return (
    <li class="card padded">
      <h3 class="data">{name}</h3>
      <p class="muted">
        {resources.includes(everything) ? (
          t("May do everything.")
        ) : (
          <span class="data">{resources.length === 0 ? "–" : resources.join(", ")}</span>
        )}
      </p>
      <div class="buttons end">
        <button type="button" aria-label={t("Change {{name}}", { name })} onClick={onChange}>
          {t("Change…")}
        </button>
        <button type="button" aria-label={t("Delete {{title}}", { title: name })} onClick={() => setIsAsked(true)}>
          {t("Delete…")}
        </button>
      </div>
      {isAsked && (
        <Dialog
          title={t("Delete {{name}}?", { name })}
          confirm={t("Delete")}
          isHarmful
          onConfirm={remove}
          onClose={() => setIsAsked(false)}
        >
          <p>{t("A role that users have cannot be deleted.")}</p>
        </Dialog>
      )}
    </li>
  );
}
