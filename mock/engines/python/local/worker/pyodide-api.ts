import type { InterruptSignal } from './interrupt-signal.ts';

/** What is used of Pyodide, typed here because it is evaluated from its source and not imported. */
export interface Pyodide {
  readonly version: string;
  readonly FS: EmscriptenFileSystem;
  readonly runPython: (code: string) => unknown;
  readonly makeMemorySnapshot: () => Uint8Array;
  readonly setInterruptBuffer: (buffer: InterruptSignal) => void;
  readonly setStdin: (options: { readonly stdin: () => null }) => void;
  readonly setStdout: (options: { readonly write: (piece: Uint8Array) => number }) => void;
  readonly setStderr: (options: { readonly write: (piece: Uint8Array) => number }) => void;
}

/** A file, a folder or a link of the file system in memory. */
export interface FileNode {
  readonly name: string;
  readonly contents?: { readonly length: number } | null;
  usedBytes: number;
  readonly pipe?: { readonly buckets: readonly unknown[] };
}

/** A folder there. */
export interface FolderNode {
  readonly contents?: Readonly<Record<string, FileNode>>;
}

/** An open file. */
export interface FileStream {
  readonly node?: FileNode;
}

/** The file system in memory, as far as it is bounded. */
export interface EmscriptenFileSystem {
  readonly ErrnoError: new (errno: number) => Error;
  readonly writeFile: (path: string, data: string | Uint8Array) => void;
  readonly filesystems: {
    readonly MEMFS: {
      expandFileStorage: (node: FileNode, bytes: number) => void;
      resizeFileStorage: (node: FileNode, bytes: number) => void;
    };
  };
  lookupPath: (path: string, ...rest: readonly unknown[]) => { readonly node: FolderNode };
  symlink: (target: string, ...rest: readonly unknown[]) => unknown;
  createNode: (...place: readonly unknown[]) => FileNode;
  destroyNode: (node: FileNode) => void;
  readonly streams: readonly (FileStream | null | undefined)[];
  write: (
    stream: FileStream,
    buffer: unknown,
    offset: number,
    length: number,
    ...rest: readonly unknown[]
  ) => number;
}

/** Settings of `loadPyodide` that are used. */
export interface PyodideSettings {
  readonly createPyodideModule: unknown;
  readonly indexURL: string;
  readonly lockFileContents: object;
  readonly jsglobals: object;
  readonly env: Readonly<Record<string, string>>;
  readonly _makeSnapshot?: boolean;
  readonly _loadSnapshot?: Uint8Array;
}

/** What `pyodide.mjs` exports, as far as it is used. */
export type LoadPyodide = (settings: PyodideSettings) => Promise<Pyodide>;
