import type { EmscriptenFileSystem, FileNode } from './pyodide-api.ts';

/** Numbers of errors as this file system has them (WASI): try again, no space left, a name that is too long. */
const tryAgain = 6;
const noSpace = 51;
const nameTooLong = 37;

/** Characters of a path, and of what a link leads to: as many as with Linux. */
const pathChars = 4_096;

/** Buckets of 8 KiB that may wait in one pipe: as much as with Linux. */
const pipeBuckets = 8;

/** Files are in the memory of the runtime, not in that of Python: nothing else would bound them. */
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
    // The first piece of a file becomes its contents as it is, and no storage is asked for.
    if (node?.contents !== undefined) assertRoom(size(node) === 0 ? length : 0);
    const written = write(stream, buffer, offset, length, ...rest);
    if (node?.contents !== undefined) count(node);
    return written;
  };

  // Names and what links lead to are texts of the runtime.
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
    // What is open still has its bytes, and a node of its own.
    if (files.streams.some((stream) => stream?.node === node)) return;
    nodes -= 1;
    bytes -= counted.get(node) ?? 0;
    counted.delete(node);
  };
}
