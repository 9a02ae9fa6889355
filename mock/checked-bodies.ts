import type { z } from 'zod';

/** Bodies that are remembered at most, and characters of one that is. */
const most = { bodies: 512, characters: 4096 } as const;

interface Checked {
  readonly schema: z.ZodType;
  /** What the check made of it, once it was asked for again; false where that can't be kept from changing. */
  body: Shared | false | undefined;
}

/** A body that all who ask for it are given; undefined is a body too. */
interface Shared {
  readonly value: unknown;
}

/**
 * Bodies that are fine, of which the last few hundred are not parsed and checked again: tests send the same ones over
 * and over. One that comes again is frozen in its depth, as all who are given it have the same.
 *
 * @example
 * const bodies = new CheckedBodies();
 * bodies.of(schema, text, () => checkBody(schema, parseJson(text)));
 */
export class CheckedBodies {
  readonly #known = new Map<string, Checked>();

  /** @param check what a body is of which nothing is known; throws where it is not fine */
  of(schema: z.ZodType, text: string, check: () => unknown): unknown {
    const known = this.#known.get(text);
    if (known?.schema === schema && known.body) return known.body.value;
    const body = check();
    if (known?.schema === schema) {
      known.body ??= isPlain(body) ? { value: frozen(body) } : false;
    } else if (text !== '' && text.length <= most.characters) {
      this.#remember(text, { schema, body: undefined });
    }
    return body;
  }

  #remember(text: string, checked: Checked): void {
    if (this.#known.size >= most.bodies) this.#known.clear();
    this.#known.set(text, checked);
  }
}

/** Whether a value is made of nothing but what can be frozen: bytes and dates can't. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
