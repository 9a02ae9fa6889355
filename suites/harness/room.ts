/** Room for a few. */
export interface Room {
  /**
   * Waits until there is room, in the order in which it was asked for.
   *
   * @returns what gives it back, which is to be called once
   */
  enter(): Promise<() => void>;
}

/**
 * Makes room.
 *
 * @param places how many may be in it at a time
 */
export function createRoom(places: number): Room {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
