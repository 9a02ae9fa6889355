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
  let waiting: string[] = [];
  let length = 0;
  for (const frame of frames) {
    waiting.push(frame);
    length += frame.length;
    if (length < enough) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}
