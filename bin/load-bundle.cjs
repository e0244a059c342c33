// Runs the bundle with the code that V8 has compiled before, which takes a third off the start.
const { existsSync, readFileSync } = require("fs");
const { createRequire, wrap } = require("module");
const { dirname, join } = require("path");
const { Script } = require("vm");

const bundle = join(__dirname, "..", "dist", "bundle", "cli.cjs");

/** The file of the compiled code, named by the version with which the bundle begins: V8 itself compares only their lengths. */
const cacheOf = (source) => join(dirname(bundle), `cli.${source.slice(2, 18)}.cache`);

/** Runs the bundle, and returns its script; undefined where Node.js loads it as a module, so that stacks can name the sources. */
function loadBundle() {
  if (process.sourceMapsEnabled) {
    require(bundle);
    return undefined;
  }
  // V8 refuses code of another version, other options or another processor, and compiles the bundle then. It has ASCII only.
  const source = readFileSync(bundle, "latin1");
  const cache = cacheOf(source);
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const script = new Script(wrap(source), { filename: bundle, cachedData });
  const loaded = { exports: {} };
  script.runInThisContext()(loaded.exports, createRequire(bundle), loaded, bundle, dirname(bundle));
  return script;
}

module.exports = { bundle, cacheOf, loadBundle };
