import type { SecretPlace } from "../../../api/auth/secrets/read-secrets.js";
import type { Extension, SecretColumn } from "../extension.types.js";
import { readSecrets, replaceSecret } from "./secrets.rows.js";

/** Returns the places where the tables of an extension have secrets. */
export const secretPlacesOf = ({ secrets = [] }: Pick<Extension, "secrets">): SecretPlace[] => secrets.map(placeOf);

const placeOf = (place: SecretColumn): SecretPlace => ({
  relation: `(select ${place.column} as secret from ${place.table})`,
  async read(db, batch) {
    const rows = await readSecrets(db, place, batch);
    return rows.map(({ key, stored }) => ({
      stored,
      replace: (tx, replacement) => replaceSecret(tx, place, { key, stored, replacement }),
    }));
  },
});
