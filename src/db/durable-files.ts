import fs from "node:fs";
import { join } from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";

/** What the engine hands to its file system before it starts, as far as it is used here. */
interface Module {
  readonly FS: {
    readonly filesystems: {
      readonly NODEFS: {
        readonly stream_ops: { fsync?: (stream: OpenFile) => number };
        realPath(node: unknown): string;
      };
    };
  };
}

interface OpenFile {
  /** Descriptor in Node.js; a folder has none. */
  readonly nfd?: number;
  readonly node: unknown;
}

/** The files of a database in a folder, which reach the disk when PostgreSQL asks for it: PGlite's own do nothing then. */
class DurableFiles extends NodeFS {
  override async init(...[engine, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, implementSync] } };
  }
}

function implementSync(module: unknown): void {
  const { NODEFS } = (module as Module).FS.filesystems;
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    if (nfd === undefined) syncPath(NODEFS.realPath(node));
    else fs.fsyncSync(nfd);
    return 0;
  };
}

/** Options of an engine whose commits are on the disk before they are answered. */
export const durableOptions = (path: string): PGliteOptions => ({
  fs: new DurableFiles(path),
  startParams: [
    // `-F` turns fsync off. `fdatasync`, the default, does nothing in WebAssembly.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
  ],
});

/** Makes sure that a folder with everything in it is on the disk, however it was written. */
export function syncFolder(path: string): void {
  for (const entry of fs.readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(path);
}

/** Windows cannot open a folder, and needs no such call for one. */
export function syncPath(path: string): void {
  if (process.platform === "win32" && fs.statSync(path).isDirectory()) return;
  const file = fs.openSync(path, process.platform === "win32" ? "r+" : "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
