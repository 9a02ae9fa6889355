// As it was when this was loaded: later on tests make timers stand still. What marks such a timer is its clock.
const { setImmediate: later }: Partial<Pick<typeof globalThis, 'setImmediate'>> = globalThis;
const turn = later && !('clock' in later) ? later : undefined;

/** Waits until the runtime is through with what it does now; not at all where nothing tells, as in browsers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (turn) turn(resolve);
    else resolve();
  });
}
