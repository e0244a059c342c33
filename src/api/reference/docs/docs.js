// The search of the documentation. The index is loaded with the first letter.
import MiniSearch from "minisearch";

const { base } = document.currentScript.dataset;
const input = document.getElementById("search");
const list = document.getElementById("found");
let loading;

const load = async () => {
  const response = await fetch(`${base}search.json`);
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
};

const entryOf = ({ url, title, page }) => {
  const link = document.createElement("a");
  link.href = base + url;
  link.textContent = title;
  const place = document.createElement("small");
  place.textContent = title === page ? "" : page;
  const entry = document.createElement("li");
  entry.append(link, place);
  return entry;
};

const show = async () => {
  const query = input.value.trim();
  loading ??= load();
  const search = await loading;
  if (query !== input.value.trim()) return;
  const found = search.search(query, { prefix: true, fuzzy: 0.15, boost: { title: 3, page: 2 }, combineWith: "AND" });
  list.replaceChildren(...found.slice(0, 12).map(entryOf));
  if (query !== "" && found.length === 0) list.textContent = "Nothing found.";
  list.hidden = query === "";
};

input.addEventListener("input", show);
input.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") list.querySelector("a")?.click();
  if (key === "Escape") list.hidden = true;
});
