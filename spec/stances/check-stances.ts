import { z } from 'zod';
import { nearestNames } from '../nearest-names.ts';
import { TouchstoneError } from '../touchstone-error.ts';
import { type Stance, type Stances, stanceList } from './index.ts';

/** Thrown for invalid stances; the message names the question and suggests a correction. */
export class StanceError extends TouchstoneError {
  /** Path of the wrong member; empty for the stances as a whole. */
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super('stances', message);
    this.path = path;
  }
}

const byName: ReadonlyMap<string, Stance> = new Map(stanceList);

const switches = stanceList.flatMap(([id, one]) => (one.switch ? [id] : []));

/**
 * Validates stances, for example from a file.
 *
 * @throws StanceError in one line for an unknown name, a question that is not a switch, or an invalid value
 *
 * @example
 * checkStances({ 'v4.unknown-zone.status': 404 });
 */
export function checkStances(given: unknown): Stances {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new StanceError([], 'stances are an object, such as { "v4.unknown-zone.status": 404 }');
  }
  const { $schema: _, ...named }: { readonly $schema?: unknown } & Stances = given;
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) checkOne(name, value);
  }
  return named;
}

function checkOne(name: string, value: unknown): void {
  const stance = byName.get(name);
  if (!stance) throw new StanceError([name], `there is no stance ${name}${suggestion(name, switches)}`);
  if (!stance.switch) throw new StanceError([name], `${name} is a question alone, and can't be set`);
  const { values } = stance;
  if (values.safeParse(value).success) return;
  const near = typeof value === 'string' && values instanceof z.ZodEnum ? values.options.map(String) : [];
  throw new StanceError(
    [name],
    `${name} is ${JSON.stringify(value)}, expected ${describeValues(stance)}${suggestion(String(value), near)}`,
  );
}

function suggestion(name: string, known: readonly string[]): string {
  const [near] = nearestNames(name, known, 1);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** The possible answers to a question, as text. */
export function describeValues({ values }: Pick<Stance, 'values'>): string {
  if (values instanceof z.ZodEnum) return values.options.map((word) => JSON.stringify(word)).join(' or ');
  if (values instanceof z.ZodLiteral) return [...values.values].join(' or ');
  if (values instanceof z.ZodBoolean) return 'true or false';
  if (!(values instanceof z.ZodNumber)) return 'something else';
  if (values.maxValue === 599) return 'an HTTP status';
  return values.minValue === 0 ? 'a code of an error' : 'a whole number';
}

/** The schema of a file of stances, as JSON Schema. */
export function stancesJsonSchema(): object {
  const members = stanceList.flatMap(([id, one]) =>
    one.switch ? [[id, one.values.optional().describe(one.question)] as const] : [],
  );
  const $schema = z.string().optional().describe('The URL of this schema, for editors of JSON.');
  const schema = z.strictObject({ $schema, ...Object.fromEntries(members) });
  return { title: 'Stances of a mock', ...z.toJSONSchema(schema) };
}
