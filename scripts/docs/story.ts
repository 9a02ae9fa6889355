import type { Mock } from '../../mock/index.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { ExampleSetting } from './example-setting.ts';

/** What a story knows by name: ids of the seeded world, and what earlier answers told. */
export type Found = Readonly<Record<string, string>>;

/** One call of a story. `{name}` in texts of it stands for what is known under that name. */
export interface Step {
  readonly operation: OperationId;
  /** Path variables that are not what is known under their own name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out, the example of the contract. */
  readonly body?: unknown;
  /** A form with files, in place of a body. */
  readonly form?: () => FormData;
  /** Names under which members of the answer are known from here on, each with the way to it: `result.0.id`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What of the answer is another each time, by the way to it, and what stands there instead. */
  readonly varies?: Readonly<Record<string, unknown>>;
  /** Whether the call only prepares others: its operation is shown by another step. */
  readonly silent?: true;
  /** Status of the answer where it is another than that of success. */
  readonly status?: number;
  /** Calls as a user, with e-mail and API key, where tokens may not. */
  readonly asUser?: true;
}

/** Something that happens outside the API, such as a push; what it tells is known from here on. */
export type Aside = (mock: Mock, found: Found, setting: ExampleSetting) => Promise<Found>;

/**
 * The calls that show the operations of one service, in an order in which each of them succeeds. A story begins in a
 * fresh world.
 */
export type Story = readonly (Step | Aside)[];

/** Puts what is known in the place of `{name}`, in all texts of a value; other braces stay as they are. */
export function fillIn(value: unknown, found: Found): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{(\w+)\}/g, (place, name: string) => found[name] ?? place);
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillIn(item, found)]));
}

/**
 * The text at the end of a way through an answer.
 *
 * @throws Error when there is none
 */
export function textAt(value: unknown, way: string): string {
  const end = way
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null
          ? Object.entries(inner).find(([key]) => key === name)?.[1]
          : undefined,
      value,
    );
  if (typeof end !== 'string' && typeof end !== 'number')
    throw new Error(`There is no ${way} in ${JSON.stringify(value)}`);
  return String(end);
}
