/** A file, a folder or a link in the in-memory file system. */
export interface FileNode {
  readonly name: string;
  readonly contents?: { readonly length: number } | null;
  usedBytes: number;
  readonly pipe?: { readonly buckets: readonly unknown[] };
}

/** A folder in it. */
export interface FolderNode {
  readonly contents?: Readonly<Record<string, FileNode>>;
}

/** An open file. */
export interface FileStream {
  readonly node?: FileNode;
}

/** The used part of Emscripten's in-memory file system. */
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

/** Error numbers of WASI. */
const tryAgain = 6;
const noSpace = 51;
const nameTooLong = 37;

/** Maximum length of a path or a link's target, as on Linux. */
const pathChars = 4_096;

/** Buckets of 8 KiB in one pipe, as on Linux. */
const pipeBuckets = 8;

/** Limits the bytes and the number of files: they are in the runtime's memory, which nothing else limits. */
export function boundFiles(
  files: EmscriptenFileSystem,
  limits: { readonly bytes: number; readonly nodes: number },
): void {
  const { MEMFS } = files.filesystems;
  const { expandFileStorage, resizeFileStorage } = MEMFS;
  const { createNode, destroyNode, write, lookupPath, symlink } = files;
  const counted = new WeakMap<FileNode, number>();
  let bytes = 0;
  let nodes = 0;
  const size = (node: FileNode) => node.contents?.length ?? 0;
  const count = (node: FileNode) => {
    bytes += size(node) - (counted.get(node) ?? 0);
    counted.set(node, size(node));
  };
  const assertRoom = (more: number) => {
    if (bytes + more > limits.bytes) throw new files.ErrnoError(noSpace);
  };

  const bounded =
    (change: (node: FileNode, bytes: number) => void) =>
    (node: FileNode, wanted: number): void => {
      assertRoom(wanted - size(node));
      change(node, wanted);
      count(node);
    };
  MEMFS.expandFileStorage = bounded(expandFileStorage);
  MEMFS.resizeFileStorage = bounded(resizeFileStorage);

  files.write = (stream, buffer, offset, length, ...rest) => {
    const { node } = stream;
    if (node?.pipe) {
      if (node.pipe.buckets.length >= pipeBuckets) throw new files.ErrnoError(tryAgain);
      return write(stream, buffer, offset, Math.min(length, 65_536), ...rest);
    }
    // The first piece becomes the file's contents without a copy; no storage is requested.
    if (node?.contents !== undefined) assertRoom(size(node) === 0 ? length : 0);
    const written = write(stream, buffer, offset, length, ...rest);
    if (node?.contents !== undefined) count(node);
    return written;
  };

  // Names and targets of links are strings of the runtime.
  const assertShort = (path: string) => {
    if (path.length > pathChars) throw new files.ErrnoError(nameTooLong);
  };
  files.lookupPath = (path, ...rest) => {
    assertShort(path);
    return lookupPath(path, ...rest);
  };
  files.symlink = (target, ...rest) => {
    assertShort(target);
    return symlink(target, ...rest);
  };
  files.createNode = (...place) => {
    if (nodes >= limits.nodes) throw new files.ErrnoError(noSpace);
    nodes += 1;
    return createNode(...place);
  };
  files.destroyNode = (node) => {
    destroyNode(node);
    // An open file keeps its bytes and its node.
    if (files.streams.some((stream) => stream?.node === node)) return;
    nodes -= 1;
    bytes -= counted.get(node) ?? 0;
    counted.delete(node);
  };
}
