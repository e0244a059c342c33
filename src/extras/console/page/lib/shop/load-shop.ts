import { read } from "../api.js";
import { ifAllowed } from "../prices/shoppers.js";
import { chosenView, shop, type StoreView } from "./shop.js";

/** Key of the chosen store view in local storage. */
const viewKey = "portico-console-store-view";

/** Reads the time zones and currencies of the shop, as far as the user may. */
export async function loadShop(): Promise<void> {
  chosenView.value = localStorage.getItem(viewKey) ?? "";
  const [configs, names, base] = await Promise.all([
    ifAllowed<Omit<StoreView, "name">>("/V1/store/storeConfigs"),
    ifAllowed<{ readonly id: number; readonly name: string }>("/V1/store/storeViews"),
    read<{ readonly base_currency_code: string }>("/V1/directory/currency"),
  ]);
  const nameOf = (id: number) => names.find((view) => view.id === id)?.name;
  shop.value = {
    views: configs.map((config) => ({ ...config, name: nameOf(config.id) ?? config.code })),
    currency: base.base_currency_code,
  };
}

/** Shows times in the time zone of a store view, now and on later visits. */
export function chooseView(code: string): void {
  localStorage.setItem(viewKey, code);
  chosenView.value = code;
}
