/** From this length on, in characters, a piece is handed on. */
const enough = 65_536;

/** Whether a piece is the last of its frames: any other is long. */
export const isLastPiece = (piece: string): boolean => piece.length < enough;

/**
 * Frames that are there at once, in few pieces: each piece that is sent costs more than all that is in it.
 *
 * @example
 * [...joinedFrames(['data: 1\n\n', 'data: 2\n\n'])] // ['data: 1\n\ndata: 2\n\n']
 */
export function* joinedFrames(frames: Iterable<string>): Generator<string, void, undefined> {
  let waiting = '';
  for (const frame of frames) {
    waiting += frame;
    if (waiting.length < enough) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}
