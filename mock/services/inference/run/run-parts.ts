import { ApiError } from '../../../../spec/errors.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import type { CountTokens } from '../../../engines/models/count-tokens.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { Clock } from '../../../world/clock.ts';
import type { World } from '../../../world/world.ts';
import type { AskProvider } from '../../gateway-request.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AnswerContext } from '../formats/format.ts';
import type { TaskCall } from '../tasks/task.ts';
import type { KeptResponses } from './kept-responses.ts';

/** What runs are made of. */
export interface RunParts {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly backend: ModelBackend;
  readonly countTokens: CountTokens;
  readonly kept: KeptResponses;
}

/** What one run is made of: all of that, in the time of its account. */
export interface TimedRunParts extends RunParts {
  readonly clock: Clock;
}

/** What a run of an account is made of. */
export function partsFor({ clock }: Pick<AccountTenant, 'clock'>, parts: RunParts): TimedRunParts {
  const { world, catalogue, backend, countTokens, kept } = parts;
  return { world, catalogue, backend, countTokens, kept, clock };
}

/** What is run, and for whom. */
export interface RunSubject {
  /** As it was sent. */
  readonly input: unknown;
  readonly account: AccountTenant;
  /** Keeps a file that an answer links to, and tells its address. */
  readonly publish: TaskCall['publish'];
}

/** A run that is ready to be asked for. */
export interface PreparedRun {
  readonly streams: boolean;
  /** All text of the prompt. */
  prompt(): string;
  readonly ask: AskProvider;
}

/** What every answer of text needs to know. */
export function answerContext(model: string, { world, clock }: TimedRunParts): AnswerContext {
  return { model, now: () => clock.now(), newId: () => world.rays.hex32() };
}

/** The envelope that the run endpoints put around what a model answers. */
export function inEnvelope(result: unknown): string {
  return JSON.stringify({ result, success: true, errors: [], messages: [] });
}

/** An answer as it is: the formats of other APIs have no envelope. */
export const bare = (answer: unknown): string => JSON.stringify(answer);

/** Writes the whole answer of a model as JSON text. */
export type Write = (answer: unknown) => string;

/** The account that a path names. @throws ApiError `account-unknown` */
export function requireAccount(world: World, id: string): AccountTenant {
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}
