/** Characters to which a token and its filler add up, or a multiple of them. */
const STEP = 32;

const characters = 'abdefghijklmnopqrstuvwxyz0123456789';

/**
 * What stands beside a token so that the length of the frame does not tell the length of the token (`p`, fact
 * sheet inference, section 3). How the platform pads is not known.
 *
 * @example
 * filler('Hello').length // 27
 */
export function filler(token: string): string {
  return characters.slice(0, (STEP - (token.length % STEP)) % STEP);
}
