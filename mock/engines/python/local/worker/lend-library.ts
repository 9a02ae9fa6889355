import type { EmscriptenFileSystem, FileNode } from './pyodide-api.ts';

/**
 * Has the file of the library hold what is shared, which is copied once somebody looks: it has megabytes, and most
 * programs import nothing but what is ready.
 *
 * @throws TypeError when there is no such file
 */
export function lendLibrary(
  { lookupPath }: Pick<EmscriptenFileSystem, 'lookupPath'>,
  library: SharedArrayBuffer,
): void {
  const { contents: files = {} } = lookupPath('/lib').node;
  const file = Object.values(files).find(({ name }) => name.endsWith('.zip'));
  if (!file) throw new TypeError('there is no file for the library');
  lend(file, library);
}

function lend(file: FileNode, shared: SharedArrayBuffer): void {
  const hold = (value: unknown) => Object.defineProperty(file, 'contents', { value, writable: true });
  Object.defineProperty(file, 'contents', {
    configurable: true,
    enumerable: true,
    get() {
      hold(new Uint8Array(new Uint8Array(shared)));
      return file.contents;
    },
    set: hold,
  });
  file.usedBytes = shared.byteLength;
}
