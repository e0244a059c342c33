import { useState } from "preact/hooks";
import { call, json } from "../../lib/api.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { readPlaces } from "../../lib/prices/shoppers.js";
import { Dialog } from "../../parts/dialog.js";
import { announce, WhileLoading } from "../../parts/notice.js";
import { type PriceRight, PriceRights, readPriceRights } from "./price-rights.js";
import type { AdminRole } from "./records.js";
import { ResourceTree } from "./resource-tree.js";

interface RoleDialogProps {
  /** Undefined for a new role. */
  readonly role: AdminRole | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The form of a role: its name, its rights, and the prices that its members may change. */
export function RoleDialog({ role, onSaved, onClose }: RoleDialogProps) {
  const [name, setName] = useState(role?.name ?? "");
  const [resources, setResources] = useState(role?.resources ?? []);
  const [chosen, setChosen] = useState<readonly PriceRight[]>();
  const stored = useLoaded("price rights", () => readPriceRights(role?.id));
  const places = useLoaded("places", readPlaces);
  const save = async () => {
    const id = await saveRole(role, { name: name.trim(), resources });
    if (chosen) await call("PUT", `/V1/adminRoles/${id}/price-rights`, { body: { rights: chosen } });
    announce(t("The role was saved."));
    onSaved();
  };
  return (
    <Dialog
      title={role ? t("Change the role {{name}}", { name: role.name }) : t("New role")}
      confirm={role ? t("Save") : t("Create")}
      isBlocked={name.trim() === ""}
      onConfirm={save}
      onClose={onClose}
    >
      <label>
        {t("Name")}
        <input value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <ResourceTree chosen={resources} onChoose={setResources} />
      <WhileLoading from={stored}>
        {(rights) => (
          <PriceRights rights={chosen ?? rights} websites={places.value?.websites ?? []} onChoose={setChosen} />
        )}
      </WhileLoading>
    </Dialog>
  );
}

/** Creates or changes a role, and returns its id. */
async function saveRole(role: AdminRole | undefined, body: Omit<AdminRole, "id">): Promise<number> {
  const saved = role
    ? await json<AdminRole>("PUT", `/V1/adminRoles/${role.id}`, { body: { role: body } })
    : await json<AdminRole>("POST", "/V1/adminRoles", { body: { role: body } });
  return saved.id;
}
