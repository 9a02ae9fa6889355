/** Who made a commit or a tag, and when. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** How far the clock there was from UTC, as it is written: `+0100`. */
  readonly zone: string;
}

/**
 * Reads `A U Thor <author@example.com> 1112911993 -0700`. As old repositories hold lines of all kinds, nothing is
 * refused: what can't be made out is empty, zero, or `+0000`.
 */
export function parsePerson(line: string): Person {
  // Git looks for the last `>` for the date, and for the first `<` for the name.
  const open = line.indexOf('<');
  const close = line.lastIndexOf('>');
  if (open === -1 || close < open) return { name: line.trim(), email: '', time: 0, zone: '+0000' };
  const [time = '', zone = ''] = line
    .slice(close + 1)
    .trim()
    .split(' ');
  const seconds = /^\d+$/.test(time) ? Number(time) : 0;
  return {
    name: line.slice(0, open).trim(),
    email: line.slice(open + 1, close),
    time: Number.isSafeInteger(seconds) ? seconds : 0,
    zone: /^[+-]\d{4}$/.test(zone) ? zone : '+0000',
  };
}
