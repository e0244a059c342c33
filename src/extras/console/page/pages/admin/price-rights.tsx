import { read } from "../../lib/api.js";
import { t } from "../../lib/i18n.js";
import { kindNames, type Website } from "../../lib/prices/guard-rails.js";
import type { Kind } from "../../lib/prices/price-changes.js";

/** An entry of `GET /V1/adminRoles/:roleId/price-rights`. */
export interface PriceRight {
  readonly kind: Kind;
  readonly website_id: number;
}

/** Returns the prices that the members of a role may change; none stand for all prices. A new role has none. */
export const readPriceRights = (roleId: number | undefined): Promise<readonly PriceRight[]> =>
  roleId === undefined ? Promise.resolve([]) : read(`/V1/adminRoles/${roleId}/price-rights`);

interface PriceRightsProps {
  readonly rights: readonly PriceRight[];
  readonly websites: readonly Website[];
  readonly onChoose: (rights: readonly PriceRight[]) => void;
}

/** A choice of kinds of prices, for all websites or for one. */
export function PriceRights({ rights, websites, onChoose }: PriceRightsProps) {
  const places = [{ id: 0, name: t("All websites") }, ...websites.filter(({ id }) => id !== 0)];
  return (
    <fieldset>
      <legend>{t("Which prices it may change")}</legend>
      <p class="muted">{t("Without a choice here, all prices that the rights above allow.")}</p>
      <ul class="price-rights">
        {places.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong>
            <Kinds {...{ rights, website: { id, name }, onChoose }} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface KindsProps extends Omit<PriceRightsProps, "websites"> {
  readonly website: Website;
}

const Kinds = ({ rights, website, onChoose }: KindsProps) => (
  <>
    {Object.entries(kindNames()).map(([name, label]) => {
      const kind = name as Kind;
      const isSame = (right: PriceRight) => right.kind === kind && right.website_id === website.id;
      const isChecked = rights.some(isSame);
      const toggled = isChecked
        ? rights.filter((right) => !isSame(right))
        : [...rights, { kind, website_id: website.id }];
      return (
        <label key={kind} class="inline">
          <input
            type="checkbox"
            checked={isChecked}
            aria-label={t("{{prices}}, {{website}}", { prices: label, website: website.name })}
            onChange={() => onChoose(toggled)}
          />
          {label}
        </label>
      );
    })}
  </>
);
