/** The glue of Pyodide and its module, with what an interpreter without packages needs. */
export interface SlimPython {
  readonly glue: string;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** Where the glue takes everything that the module exports. */
const takingAll = /function assignWasmExports\(wasmExports\)\{([^{}]*)\}/;

/** Where it declares a name for each. */
const declaringAll = /var (?:[\w$]+,){1000,}[\w$]+;/;

const exportSection = 7;

/**
 * Leaves out what the module exports for packages alone, which are linked to it when they are loaded, and of which
 * there are none here: more than eight thousand functions, each of which takes every interpreter time when it starts.
 * What the glue names elsewhere is kept, and `others` are.
 *
 * @param others names that somebody else asks for
 * @returns the same where the glue is not written as it is known to be
 */
export function withNeededExports(given: SlimPython, others: readonly string[]): SlimPython {
  const { glue, wasm } = given;
  const taking = takingAll.exec(glue);
  const declaring = declaringAll.exec(glue);
  if (!taking?.[1] || !declaring) return given;
  const rest = glue.replace(taking[0], '').replace(declaring[0], '');
  // In the glue a name has an underscore more than in the module, and text names it as it is there.
  const named = new Set([...(rest.match(/[\w$]+/g) ?? []), ...others]);
  const isNeeded = (name: string) => named.has(name) || named.has(`_${name}`);
  const kept = taking[1].split(';').filter((statement) => {
    const name = /wasmExports\["([^"]+)"\]/.exec(statement)?.[1];
    return name === undefined || isNeeded(name);
  });
  return {
    glue: glue.replace(taking[0], () => `function assignWasmExports(wasmExports){${kept.join(';')}}`),
    wasm: withExports(wasm, isNeeded),
  };
}

/** A module that exports only what is kept; it does not change otherwise. */
export function withExports(
  wasm: Uint8Array<ArrayBuffer>,
  isKept: (name: string) => boolean,
): Uint8Array<ArrayBuffer> {
  for (let at = 8; at < wasm.length; ) {
    const start = at;
    const id = wasm[at];
    const [size, body] = readNumber(wasm, at + 1);
    at = body + size;
    if (id !== exportSection) continue;
    const [count, first] = readNumber(wasm, body);
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
    return joined([wasm.subarray(0, start), head, content, wasm.subarray(at)]);
  }
  return wasm;
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
