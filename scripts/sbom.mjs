// Prints the packages of a release in CycloneDX, after a build: `npm run --silent sbom > sbom.cdx.json`. They are those that are
// installed with it, and those in its bundles.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8"));

const marker = "node_modules/";
const bundled = ["dist/bundle", "dist/api/reference/explorer", "dist/extras/console/page", "dist/docs"].flatMap(
  (folder) => JSON.parse(readFileSync(new URL(`${folder}/packages.json`, root), "utf8")),
);
const inBundles = new Set([...bundled, "node_modules/swagger-ui-dist"]);

// npm's own `--omit dev` also omits packages that both a release and its development need.
const released = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && (!dev || inBundles.has(path)))
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf(marker) + marker.length)}@${version}`),
);

const npm = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"];
const bom = JSON.parse(
  execFileSync("npm", npm, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }),
);

const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`;
const components = bom.components.filter((component) => released.has(nameOf(component)));
const references = new Set([bom.metadata.component, ...components].map((component) => component["bom-ref"]));
const dependencies = bom.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));

console.log(JSON.stringify({ ...bom, components, dependencies }, null, 2));
