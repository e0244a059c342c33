import { MemoryFS, PGlite } from "@electric-sql/pglite";

/** A folder or, with content, a file. */
export interface StoredFile {
  readonly folder: string;
  readonly name: string;
  readonly content?: Uint8Array;
}

interface FileNode {
  contents: Uint8Array;
  usedBytes: number;
}

type Write = (stream: { readonly node: FileNode }, ...rest: never[]) => number;

/** The part of the engine's module that keeps its files in memory. */
interface Module {
  readonly FS: {
    readonly filesystems: {
      readonly MEMFS: {
        readonly stream_ops: { write: Write };
        readonly ops_table: { readonly file: { readonly stream: { write: Write } } };
        createNode(folder: unknown, name: string, mode: number, device: 0): FileNode;
      };
    };
    mkdirTree(path: string): void;
    lookupPath(path: string): { readonly node: unknown };
  };
}

const folderMode = 0o40_755;
const fileMode = 0o100_644;

/** The files of a database in memory. The engines of a process share their content until they write to it. */
export class SharedFiles extends MemoryFS {
  /** @param files The result of `filesOf` for the database's folder. */
  constructor(private readonly files: readonly StoredFile[]) {
    super();
  }

  override initialSyncFs(): Promise<void> {
    const { FS } = (this.pg as unknown as { readonly Module: Module }).Module;
    const { MEMFS } = FS.filesystems;
    FS.mkdirTree(PGlite.paths.PGDATA);
    const folders = new Map([["", FS.lookupPath(PGlite.paths.PGDATA).node]]);
    for (const { folder, name, content } of this.files) {
      const node = MEMFS.createNode(folders.get(folder), name, content ? fileMode : folderMode, 0);
      if (content) Object.assign(node, { contents: content, usedBytes: content.length });
      else folders.set(folder ? `${folder}/${name}` : name, node);
    }
    copyBeforeWriting(FS, new Set(this.files.map(({ content }) => content?.buffer)));
    return Promise.resolve();
  }
}

/** The engine changes the bytes of a file in place, so the file needs its own copy before. */
function copyBeforeWriting({ filesystems }: Module["FS"], shared: ReadonlySet<ArrayBufferLike | undefined>): void {
  const { stream_ops: operations, ops_table: table } = filesystems.MEMFS;
  const { write } = operations;
  const copying: Write = (stream, ...rest) => {
    if (shared.has(stream.node.contents.buffer)) stream.node.contents = new Uint8Array(stream.node.contents);
    return write(stream, ...rest);
  };
  operations.write = copying;
  table.file.stream.write = copying;
}

/** Returns the content of an uncompressed tar archive, folders before their files, without copying it. */
export function filesOf(archive: Uint8Array): StoredFile[] {
  const files: StoredFile[] = [];
  const text = (from: number, to: number) => Buffer.from(archive.subarray(from, to)).toString("latin1");
  for (let at = 0; archive[at];) {
    const path = text(at, at + 100)
      .replace(/\0.*$/s, "")
      .replace(/^\/|\/$/g, "");
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    const isFolder = text(at + 156, at + 157) === "5";
    const content = archive.subarray(at + 512, at + 512 + size);
    const slash = path.lastIndexOf("/");
    const place = { folder: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
    files.push(isFolder ? place : { ...place, content });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
