/** What Pyodide looks at for a signal, again and again, and clears each time. */
export interface InterruptSignal {
  0: number;
}

/**
 * The byte by which a program is interrupted. Pyodide reads it and then sets it to zero, whatever it has read, which are
 * two steps: a signal that came between them was lost, one of some forty while a program was in a loop. So nothing is
 * cleared where nothing was there.
 *
 * @param shared one byte; who interrupts sets it to the number of a signal
 */
export function interruptSignal(shared: SharedArrayBuffer): InterruptSignal {
  const bytes = new Uint8Array(shared);
  let read = 0;
  return {
    get 0() {
      read = bytes[0] ?? 0;
      return read;
    },
    set 0(value) {
      if (value !== read) bytes[0] = value;
    },
  };
}
