const lineFeed = 0x0a;
const largestTime = 2n ** 63n - 1n;

/** The lines of a commit or a tag, to be held to the letter: unlike a reader, which takes what it can get. */
export class LineCheck {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** Passes over a key and its space, if they are what is next. */
  skip(key: string): boolean {
    const text = `${key} `;
    for (let index = 0; index < text.length; index++) {
      if (this.#data[this.#at + index] !== text.charCodeAt(index)) return false;
    }
    this.#at += text.length;
    return true;
  }

  /** Passes over the id that ends the line, if it is one. */
  skipId(): boolean {
    for (let index = 0; index < 40; index++) {
      if (!isHexDigit(this.#data[this.#at + index] ?? 0)) return false;
    }
    if (this.#data[this.#at + 40] !== lineFeed) return false;
    this.#at += 41;
    return true;
  }

  /** The rest of the line, if it has an end. */
  rest(): string | undefined {
    const end = this.#data.indexOf(lineFeed, this.#at);
    if (end === -1) return undefined;
    const text = latin.decode(this.#data.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  /** What is wrong with the rest of a line that says who, and when. */
  identFault(): string | undefined {
    const line = this.rest() ?? '';
    const fault = personFault(line);
    return fault && `${fault[0]}: invalid author/committer line - ${fault[1]}`;
  }
}

const latin = new TextDecoder('latin1');

const isHexDigit = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);

function personFault(line: string): readonly [id: string, words: string] | undefined {
  const open = line.search(/[<>]/);
  if (open === 0 && line[0] === '<') return ['missingNameBeforeEmail', 'missing space before email'];
  if (open === -1) return ['missingEmail', 'missing email'];
  if (line[open] === '>') return ['badName', 'bad name'];
  if (line[open - 1] !== ' ') return ['missingSpaceBeforeEmail', 'missing space before email'];
  const close = open + 1 + line.slice(open + 1).search(/[<>]/);
  if (close === open || line[close] !== '>') return ['badEmail', 'bad email'];
  if (line[close + 1] !== ' ') return ['missingSpaceBeforeDate', 'missing space before date'];
  const date = line.slice(close + 2).replace(/^[ \t]+/, '');
  const digits = /^\d*/.exec(date)?.[0] ?? '';
  if (digits === '') return ['badDate', 'bad date'];
  if (digits[0] === '0' && date[1] !== ' ') return ['zeroPaddedDate', 'zero-padded date'];
  if (digits.length > 19 || BigInt(digits) > largestTime) {
    return ['badDateOverflow', 'date causes integer overflow'];
  }
  if (date[digits.length] !== ' ') return ['badDate', 'bad date'];
  return /^[+-]\d{4}$/.test(date.slice(digits.length + 1)) ? undefined : ['badTimezone', 'bad time zone'];
}
