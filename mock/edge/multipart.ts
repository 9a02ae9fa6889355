import { fromBytes, toBytes, toText } from '../engines/expressions/index.ts';
import { groupPairs } from './pairs.ts';

/** A text if it is UTF-8, else its bytes. */
type Text = string | Uint8Array;

/** One part of a multipart body. */
export interface Part {
  /** Values of the headers by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly Text[]>;
  /** Parameters of `Content-Disposition`; empty if the part lacks it. */
  readonly names: readonly Text[];
  readonly filenames: readonly Text[];
  readonly content: Text;
}

const boundary = /^multipart\/[^;]*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^;\s]+))/i;

/**
 * The parts of a multipart body, of which the end may be missing: RFC 2046, section 5.1.1.
 *
 * @param type the `Content-Type`; there are no parts without a boundary
 */
export function splitMultipart(type: string, bytes: Uint8Array): Part[] {
  const [, quoted, token] = boundary.exec(type) ?? [];
  const delimiter = quoted ?? token;
  if (delimiter === undefined) return [];
  const [, ...pieces] = `\r\n${fromBytes(bytes)}`.split(`\r\n--${delimiter}`);
  const end = pieces.findIndex((piece) => piece.startsWith('--'));
  return pieces.slice(0, end === -1 ? undefined : end).flatMap((piece) => {
    // An empty head has only the end of the line of its delimiter. A head without its end is left out.
    const [whole, head = '', content = ''] = /^[ \t]*\r\n(?:(.*?)\r\n)??\r\n(.*)$/s.exec(piece) ?? [];
    return whole === undefined ? [] : [readPart(head, content)];
  });
}

function readPart(head: string, content: string): Part {
  const headers = groupPairs(
    head.split('\r\n').map((line): [string, Text] => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).toLowerCase(), toValue(line.slice(colon + 1).trim())];
    }),
  );
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  return {
    headers,
    names: getParameter(disposition, 'name'),
    filenames: getParameter(disposition, 'filename'),
    content: toValue(content),
  };
}

function getParameter(disposition: string, name: string): Text[] {
  const parameter = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition);
  const value = parameter?.[1]?.replaceAll(/\\(.)/g, '$1') ?? parameter?.[2];
  return value === undefined ? [] : [toValue(value)];
}

function toValue(bytes: string): Text {
  return toText(bytes) ?? toBytes(bytes);
}
