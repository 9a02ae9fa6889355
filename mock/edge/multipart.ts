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

/**
 * The parts of a multipart body, of which the end may be missing: RFC 2046, section 5.1.1.
 *
 * @param type the `Content-Type`; there are no parts without a boundary
 */
export function splitMultipart(type: string, bytes: Uint8Array): Part[] {
  const delimiter = /^multipart\//i.test(type) ? getParameter(type, 'boundary') : undefined;
  if (delimiter === undefined || delimiter === '') return [];
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
      const value = toValue(line.slice(colon + 1));
      // Trims the text, not its bytes: one of them may look like a space.
      return [
        line.slice(0, Math.max(colon, 0)).toLowerCase(),
        typeof value === 'string' ? value.trim() : value,
      ];
    }),
  );
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const getAll = (name: string) => [getParameter(disposition, name)].flatMap((value) => value ?? []);
  return {
    headers,
    names: getAll('name').map(toValue),
    filenames: getAll('filename').map(toValue),
    content: toValue(content),
  };
}

/** Reads all parameters, as a quoted one may contain what looks like another. */
function getParameter(header: string, name: string): string | undefined {
  const parameters = header.matchAll(/;[ \t]*([^ \t=;]+)=(?:"((?:[^"\\]|\\.)*)"|([^; \t]*))/g);
  const [, , quoted, token] = parameters.find(([, key]) => key?.toLowerCase() === name) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}

function toValue(bytes: string): Text {
  return toText(bytes) ?? toBytes(bytes);
}
