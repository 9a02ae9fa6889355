/** File system facts about a file or folder. */
interface Stats {
  readonly type: 'file' | 'dir';
  readonly mode: number;
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Thrown with the codes that clients of file systems expect. */
class FileError extends Error {
  readonly code: string;

  constructor(code: string, path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

type Node = Uint8Array | 'dir';

/** Files in memory, with as many functions as a Git client needs, for any runtime. */
export function createMemoryFs() {
  const nodes = new Map<string, Node>([['/', 'dir']]);
  const clean = (path: string) =>
    `/${path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/')}`;
  const at = (path: string): Node => {
    const node = nodes.get(clean(path));
    if (node === undefined) throw new FileError('ENOENT', path);
    return node;
  };
  const getParent = (path: string) => clean(path).replace(/\/[^/]*$/, '') || '/';
  const inFolder = (path: string) => {
    if (at(getParent(path)) !== 'dir') throw new FileError('ENOTDIR', path);
  };
  const below = (path: string) => {
    const start = clean(path) === '/' ? '/' : `${clean(path)}/`;
    return [...nodes.keys()].filter((name) => name !== '/' && name.startsWith(start));
  };
  const stat = async (path: string): Promise<Stats> => {
    const node = at(path);
    const isFile = node !== 'dir';
    return {
      type: isFile ? 'file' : 'dir',
      mode: isFile ? 0o100644 : 0o40755,
      size: isFile ? node.byteLength : 0,
      ino: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      uid: 0,
      gid: 0,
      dev: 0,
      isFile: () => isFile,
      isDirectory: () => !isFile,
      isSymbolicLink: () => false,
    };
  };
  const promises = {
    async readFile(path: string, options?: string | { encoding?: string }): Promise<Uint8Array | string> {
      const node = at(path);
      if (node === 'dir') throw new FileError('EISDIR', path);
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding === undefined ? node.slice() : new TextDecoder().decode(node);
    },
    async writeFile(path: string, data: Uint8Array | string): Promise<void> {
      inFolder(path);
      nodes.set(clean(path), typeof data === 'string' ? new TextEncoder().encode(data) : data.slice());
    },
    async mkdir(path: string): Promise<void> {
      inFolder(path);
      if (nodes.has(clean(path))) throw new FileError('EEXIST', path);
      nodes.set(clean(path), 'dir');
    },
    async readdir(path: string): Promise<string[]> {
      if (at(path) !== 'dir') throw new FileError('ENOTDIR', path);
      return below(path)
        .filter((name) => getParent(name) === clean(path))
        .map((name) => name.slice(name.lastIndexOf('/') + 1));
    },
    async unlink(path: string): Promise<void> {
      at(path);
      nodes.delete(clean(path));
    },
    async rmdir(path: string): Promise<void> {
      if (below(path).length > 0) throw new FileError('ENOTEMPTY', path);
      nodes.delete(clean(path));
    },
    stat,
    lstat: stat,
    async readlink(path: string): Promise<string> {
      throw new FileError('EINVAL', path);
    },
    async symlink(_: string, path: string): Promise<void> {
      throw new FileError('EPERM', path);
    },
  };
  return { promises };
}
