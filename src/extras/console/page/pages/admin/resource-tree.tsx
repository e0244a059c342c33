import { useEffect, useRef, useState } from "preact/hooks";
import { read } from "../../lib/api.js";
import { useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import { namesIn } from "./records.js";

/** A node of `GET /V1/permissions`. */
interface Resource {
  readonly id: string;
  readonly title: string;
  readonly parent_id: string | null;
}

/** A resource with those below it. */
interface Node extends Pick<Resource, "id" | "title"> {
  readonly children: readonly Node[];
}

/** The resource that grants all others. */
export const everything = "Magento_Backend::all";

interface ResourceTreeProps {
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** A choice of resources: all of them, or some of the tree. Users who may not read the tree enter ids. */
export function ResourceTree({ chosen, onChoose }: ResourceTreeProps) {
  const found = useLoaded("permissions", readTree);
  const isAll = chosen.includes(everything);
  if (found.error !== undefined) return <Ids {...{ chosen, onChoose }} />;
  return (
    <fieldset>
      <legend>{t("What it may do")}</legend>
      <label class="inline">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? chosen.filter((id) => id !== everything) : [...chosen, everything])}
        />
        {t("Everything")}
      </label>
      {!isAll && <Branches {...{ chosen, onChoose, nodes: found.value ?? [] }} />}
    </fieldset>
  );
}

const Ids = ({ chosen, onChoose }: ResourceTreeProps) => (
  <label>
    {t("What it may do: ids of resources")}
    <textarea rows={3} value={chosen.join(", ")} onChange={(event) => onChoose(namesIn(event.currentTarget.value))} />
  </label>
);

/** Reads the tree, without its root: the root grants nothing. */
async function readTree(): Promise<readonly Node[]> {
  const list = await read<readonly Resource[]>("/V1/permissions");
  const below = (parent: string | null): readonly Node[] =>
    list.filter(({ parent_id: of }) => of === parent).map(({ id, title }) => ({ id, title, children: below(id) }));
  return below(null).flatMap(({ children }) => children);
}

interface BranchesProps extends ResourceTreeProps {
  readonly nodes: readonly Node[];
}

/** The tree with a field to search it. */
function Branches({ nodes, ...choice }: BranchesProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const shown = wanted === "" ? nodes : nodes.flatMap((node) => matching(node, wanted));
  return (
    <>
      <label>
        {t("Find a right")}
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="tree" tabIndex={0} role="region" aria-label={t("Rights")} lang="en">
        {shown.length === 0 ? <p class="muted">{t("No right matches.")}</p> : <List nodes={shown} {...choice} />}
      </div>
      <p class="muted">{t("A right holds for itself. Choosing one with others below chooses those too.")}</p>
    </>
  );
}

/** Returns a node with those below it that match, or nothing. */
function matching(node: Node, wanted: string): readonly Node[] {
  if (`${node.title} ${node.id}`.toLowerCase().includes(wanted)) return [node];
  const children = node.children.flatMap((child) => matching(child, wanted));
  return children.length > 0 ? [{ ...node, children }] : [];
}

const List = ({ nodes, ...choice }: BranchesProps) => (
  <ul>
    {nodes.map((node) => (
      <Branch key={node.id} node={node} {...choice} />
    ))}
  </ul>
);

const idsOf = ({ id, children }: Node): readonly string[] => [id, ...children.flatMap(idsOf)];

function Branch({ node, chosen, onChoose }: ResourceTreeProps & { readonly node: Node }) {
  const { id, title, children } = node;
  const ids = idsOf(node);
  const isChecked = chosen.includes(id);
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((one) => chosen.includes(one)).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < ids.length;
  });
  const toggle = () => {
    const others = chosen.filter((one) => !ids.includes(one));
    onChoose(isChecked ? others : [...others, ...ids]);
  };
  return (
    <li>
      <label class="inline" title={id}>
        <input ref={box} type="checkbox" checked={isChecked} onChange={toggle} />
        {title}
      </label>
      {children.length > 0 && <List nodes={children} {...{ chosen, onChoose }} />}
    </li>
  );
}
