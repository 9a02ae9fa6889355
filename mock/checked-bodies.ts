import type { z } from 'zod';

/** Bodies that are remembered at most, and characters of one that is. */
const most = { bodies: 512, characters: 4096 } as const;

interface Checked {
  readonly schema: z.ZodType;
  /** What the check made of it, as JSON; known when it is asked for again, and null where JSON can't say it. */
  json: string | null | undefined;
}

/**
 * Bodies that are fine, of which the last few hundred are not checked again: tests send the same ones over and over,
 * and to check one takes several times as long as to parse it. Each is given as values of its own, so that nobody
 * sees what another does with them.
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
    if (known?.schema === schema && typeof known.json === 'string') return JSON.parse(known.json);
    const body = check();
    if (known?.schema === schema) known.json ??= isJson(body) ? JSON.stringify(body) : null;
    else if (text !== '' && text.length <= most.characters) this.#remember(text, { schema, json: undefined });
    return body;
  }

  #remember(text: string, checked: Checked): void {
    if (this.#known.size >= most.bodies) this.#known.clear();
    this.#known.set(text, checked);
  }
}

/** Whether JSON can say all of a value, so that it comes back the same. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return !Object.hasOwn(value, '__proto__') && Object.values(value).every(isJson);
}
