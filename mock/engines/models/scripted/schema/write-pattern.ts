import type { Random } from '../random.ts';
import { compileNative } from './string-pattern.ts';

/**
 * Writes a text that a regular expression probably matches: it reads groups, alternatives, classes and
 * quantifiers, and skips look-around and anchors. Whoever asks checks the text and asks again.
 *
 * @param generosity how many repetitions beyond the least are written at most
 * @returns absent for what it cannot read, such as back-references
 *
 * @example
 * writePattern('^[A-Z]{2}-\\d{3}$', random, 0); // 'KB-407'
 */
export function writePattern(pattern: string, random: Random, generosity: number): string | undefined {
  try {
    const writer = new PatternWriter(pattern, random, generosity);
    return writer.alternatives();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** What a pattern has that the writer does not read; never leaves this file. */
class Unreadable extends Error {}

/** No text gets longer than this by repetition. */
const longest = 4096;
/** A pattern that needs more pieces than these is not worth the wait. */
const mostSteps = 20_000;
const alphabet = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,:;!?/@#%&*+=()[]{}<>\'"$^~|\\`\t\néßñЖя日本語',
];

/** Reads and writes in one go: a piece that is repeated is read again for each repetition, and so may differ. */
class PatternWriter {
  readonly #pattern: string;
  readonly #random: Random;
  readonly #generosity: number;
  #at = 0;
  #length = 0;
  #steps = 0;

  constructor(pattern: string, random: Random, generosity: number) {
    this.#pattern = pattern;
    this.#random = random;
    this.#generosity = generosity;
  }

  alternatives(): string {
    const choices = [this.#sequence()];
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      choices.push(this.#sequence());
    }
    return this.#random.pick(choices);
  }

  #sequence(): string {
    let text = '';
    while (
      this.#at < this.#pattern.length &&
      this.#pattern[this.#at] !== '|' &&
      this.#pattern[this.#at] !== ')'
    )
      text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    let text = this.#piece();
    const end = this.#at;
    const [least, most] = this.#quantifier();
    const after = this.#at;
    if (least === 1 && most === 1) return text;
    const count = this.#random.whole(least, Math.min(most, least + this.#generosity));
    if (count === 0) return '';
    for (let done = 1; done < count && this.#length < longest; done++) {
      this.#at = start;
      const again = this.#piece();
      text += again;
      this.#length += again.length;
      this.#at = end;
    }
    this.#at = after;
    return text;
  }

  #quantifier(): readonly [least: number, most: number] {
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#pattern.slice(this.#at, this.#at + 24));
    if (match === null) return [1, 1];
    this.#at += match[0].length;
    if (match[1] === '*') return [0, Number.POSITIVE_INFINITY];
    if (match[1] === '+') return [1, Number.POSITIVE_INFINITY];
    if (match[1] === '?') return [0, 1];
    const least = Number(match[2]);
    if (match[3] === '') return [least, least];
    return [least, match[4] === '' ? Number.POSITIVE_INFINITY : Number(match[4])];
  }

  #piece(): string {
    if (this.#steps++ > mostSteps) throw new Unreadable();
    const rest = this.#pattern.slice(this.#at, this.#at + 2);
    if (rest[0] === '(') return this.#group();
    if (rest[0] === '[') return this.#oneOf(this.#classSource());
    if (rest[0] === '\\') return this.#escape();
    const point = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += point.length;
    if (point === '^' || point === '$') return '';
    if (point === '.') return this.#random.pick([...'abcdefghijklmnopqrstuvwxyz']);
    if (point === '*' || point === '+' || point === '?') throw new Unreadable();
    return point;
  }

  #group(): string {
    const opening =
      /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(this.#pattern.slice(this.#at, this.#at + 80))?.[0] ?? '(';
    this.#at += opening.length;
    const text = this.alternatives();
    if (this.#pattern[this.#at] !== ')') throw new Unreadable();
    this.#at++;
    return /^\(\?<?[=!]$/.test(opening) ? '' : text;
  }

  #classSource(): string {
    const start = this.#at;
    this.#at++;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']')
      this.#at += this.#pattern[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return this.#pattern.slice(start, this.#at);
  }

  #escape(): string {
    const source =
      /^\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])/.exec(
        this.#pattern.slice(this.#at, this.#at + 80),
      )?.[0] ?? '';
    this.#at += source.length;
    if (/^\\[bB]$/.test(source)) return '';
    if (source === '' || /^\\(?:[1-9]|k)$/.test(source)) throw new Unreadable();
    const single = /^\\([^\w\s])$/.exec(source)?.[1];
    return single ?? this.#oneOf(source);
  }

  /** A character that a class or an escape stands for. */
  #oneOf(source: string): string {
    const tester = compileNative(`^(?:${source})$`);
    if (tester === undefined) throw new Unreadable();
    const letters = alphabet.filter((each) => tester.test(each));
    if (letters.length > 0) return this.#random.pick(letters);
    for (let point = 0; point < 0x20000; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const each = String.fromCodePoint(point);
      if (tester.test(each)) return each;
    }
    throw new Unreadable();
  }
}
