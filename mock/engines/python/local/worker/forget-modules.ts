/** Bytes of an entry in the table of built-in modules: where its name is, and what makes it. */
const entryBytes = 8;

/**
 * Takes the names out of the table that Python makes built-in modules from: those that are loaded stay with
 * whoever has them, and none can be made again.
 *
 * @throws TypeError when one of them is not in the table
 */
export function forgetModules(exports: WebAssembly.Exports, names: readonly string[]): void {
  const { memory, PyImport_Inittab: table } = exports;
  if (!(memory instanceof WebAssembly.Memory) || !(table instanceof WebAssembly.Global)) {
    throw new TypeError('there is no table of built-in modules');
  }
  const bytes = new Uint8Array(memory.buffer);
  const words = new DataView(memory.buffer);
  const wanted = new Set(names);
  for (let entry = words.getUint32(table.value, true); ; entry += entryBytes) {
    const at = words.getUint32(entry, true);
    if (at === 0) break;
    const name = new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
    if (wanted.delete(name)) bytes[at] = 0;
  }
  if (wanted.size > 0) throw new TypeError(`there is no built-in module ${[...wanted].join(', ')}`);
}
