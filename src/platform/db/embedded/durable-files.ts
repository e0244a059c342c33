import fs from "node:fs";
import { join } from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";

/** The parts used here of the module that the engine passes to its file system before it starts. */
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

/**
 * The files of a database in a folder. They are flushed to the disk when PostgreSQL calls `fsync`, which PGlite's own file
 * system ignores.
 */
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

/** Returns the options of an engine whose commits are on the disk before they are answered. */
export const durableOptions = (path: string): PGliteOptions => ({
  fs: new DurableFiles(path),
  startParams: [
    // `-F` turns fsync off. `fdatasync`, the default, does nothing in WebAssembly.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
    ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
  ],
});

/** Flushes a folder and everything in it to the disk. */
export function syncFolder(path: string): void {
  for (const entry of fs.readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(path);
}

/**
 * Flushes a file or folder to the disk. Does nothing for a folder on Windows, which cannot open one and does not need it.
 */
export function syncPath(path: string): void {
  if (process.platform === "win32" && fs.statSync(path).isDirectory()) return;
  const file = fs.openSync(path, process.platform === "win32" ? "r+" : "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
