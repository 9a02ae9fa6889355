import type { Mock } from '../../mock/index.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { ExampleSetting } from './example-setting.ts';

/** The values of a story by name: ids of the seeded world, and values from earlier answers. */
export type Found = Readonly<Record<string, string>>;

/** One call of a story. `{name}` in its texts stands for the value with that name. */
export interface Step {
  readonly operation: OperationId;
  /** Path variables, if they differ from the values with their names. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** By default, the example of the contract. */
  readonly body?: unknown;
  /** A form with files, in place of a body. */
  readonly form?: () => FormData;
  /** The text of a body that is not JSON. */
  readonly text?: string;
  /** Names for members of the answer, each with its path: `result.0.id`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Varying members of the answer, by path, with fixed values to show. */
  readonly varies?: Readonly<Record<string, unknown>>;
  /** Whether the call only prepares others: another step shows its operation. */
  readonly silent?: true;
  /** Status of the answer, if it isn't that of success. */
  readonly status?: number;
  /** Calls as a user, with e-mail and API key, where tokens are refused. */
  readonly asUser?: true;
}

/** An action outside the API, such as a push; its result adds to the known values. */
export type Aside = (mock: Mock, found: Found, setting: ExampleSetting) => Promise<Found>;

/**
 * The calls that show the operations of one service, in an order in which each of them succeeds. A story starts in a
 * fresh world.
 */
export type Story = readonly (Step | Aside)[];

/** Replaces `{name}` with its value in all texts of a value; leaves other braces alone. */
export function fillIn(value: unknown, found: Found): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{(\w+)\}/g, (place, name: string) => found[name] ?? place);
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillIn(item, found)]));
}

/**
 * The text at a path in an answer.
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
