const importSection = 2;
const exportSection = 7;

/** What a module takes from somebody else: under which name of which namespace. */
export interface WasmImport {
  readonly from: string;
  readonly name: string;
}

/** What a module imports. */
export function importsOf(wasm: Uint8Array): readonly WasmImport[] {
  const found: WasmImport[] = [];
  const section = sectionsOf(wasm).find(({ id }) => id === importSection);
  if (!section) return found;
  let [left, at] = readNumber(wasm, section.body);
  const text = () => {
    const [length, first] = readNumber(wasm, at);
    at = first + length;
    return decoder.decode(wasm.subarray(first, at));
  };
  const skipNumber = () => {
    [, at] = readNumber(wasm, at);
  };
  const skipLimits = () => {
    const hasMaximum = ((wasm[at++] ?? 0) & 1) === 1;
    skipNumber();
    if (hasMaximum) skipNumber();
  };
  for (; left > 0; left--) {
    found.push({ from: text(), name: text() });
    const kind = wasm[at++];
    // A function, a table, a memory, a global, else a tag.
    if (kind === 0) skipNumber();
    else if (kind === 1) {
      at += 1;
      skipLimits();
    } else if (kind === 2) skipLimits();
    else if (kind === 3) at += 2;
    else {
      at += 1;
      skipNumber();
    }
  }
  return found;
}

/** A module that exports only what is kept; it does not change otherwise. */
export function withExports(
  wasm: Uint8Array<ArrayBuffer>,
  isKept: (name: string) => boolean,
): Uint8Array<ArrayBuffer> {
  const section = sectionsOf(wasm).find(({ id }) => id === exportSection);
  if (!section) return wasm;
  const [count, first] = readNumber(wasm, section.body);
  const entries: Uint8Array[] = [];
  for (let entry = first, number = 0; number < count; number++) {
    const [length, text] = readNumber(wasm, entry);
    // One byte says what it is, then comes its number among those.
    const [, end] = readNumber(wasm, text + length + 1);
    if (isKept(decoder.decode(wasm.subarray(text, text + length)))) entries.push(wasm.subarray(entry, end));
    entry = end;
  }
  const content = joined([writeNumber(entries.length), ...entries]);
  const head = Uint8Array.of(exportSection, ...writeNumber(content.length));
  return joined([wasm.subarray(0, section.start), head, content, wasm.subarray(section.end)]);
}

interface Section {
  readonly id: number | undefined;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

function sectionsOf(wasm: Uint8Array): readonly Section[] {
  const sections: Section[] = [];
  for (let start = 8; start < wasm.length; ) {
    const [size, body] = readNumber(wasm, start + 1);
    sections.push({ id: wasm[start], start, body, end: body + size });
    start = body + size;
  }
  return sections;
}

const decoder = new TextDecoder();

/** A number in LEB128, and where what follows it begins. */
function readNumber(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 128) return [value, at];
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
