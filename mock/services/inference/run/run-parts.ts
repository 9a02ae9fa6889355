import { ApiError } from '../../../../spec/errors.ts';
import type { GatewayRequestHeaders } from '../../../../spec/services/ai-gateway/headers.ts';
import type { ModelEntry, ModelFormat } from '../../../../spec/services/inference/models/entry.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import type { CountTokens } from '../../../engines/models/count-tokens.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { Clock } from '../../../world/clock.ts';
import type { World } from '../../../world/world.ts';
import type { AskProvider, GatewayPass, GatewayRequest } from '../../gateway-request.ts';
import type { BackgroundRuns } from '../background/background-runs.ts';
import type { Batches } from '../batches/batches.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AnswerContext } from '../formats/format.ts';
import type { KeptResponses } from './kept-responses.ts';

/** The dependencies of runs. */
export interface RunParts {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly backend: ModelBackend;
  readonly countTokens: CountTokens;
  readonly kept: KeptResponses;
}

/** The dependencies of one run, on the clock of its account. */
export interface TimedRunParts extends RunParts {
  readonly clock: Clock;
}

/** The dependencies of an account's run. */
export const partsFor = ({ clock }: Pick<AccountTenant, 'clock'>, parts: RunParts): TimedRunParts => ({
  ...parts,
  clock,
});

/** The input of a run, and its account. */
export interface RunSubject {
  /** As sent. */
  readonly input: unknown;
  readonly account: AccountTenant;
  /** A URL of the API, for links to pictures. */
  readonly origin: string;
}

/** A model that can run. */
export interface Runnable {
  readonly model: ModelEntry;
  readonly hosted: boolean;
  /** The provider: `workers-ai` for hosted models, else the author of the model. */
  readonly provider: string;
}

/** The facts about a run besides the run itself. */
export interface RunRequest {
  readonly account: AccountTenant;
  readonly format: ModelFormat;
  /** Path below the account: `ai/run`. */
  readonly endpoint: string;
  readonly headers: GatewayRequestHeaders;
  /** Whether the model is in the path. */
  readonly byPath: boolean;
  /** Whether a hosted model runs without a gateway when the request names none. */
  readonly direct?: boolean | undefined;
  /** Whether the request brings a key of the provider. */
  readonly ownKey?: boolean | undefined;
  /** The original request. */
  readonly request: Request;
  readonly body: GatewayRequest['body'];
  /** Ends the run; by default the client's disconnect does. */
  readonly signal?: AbortSignal;
}

/** A run that is ready to start. */
export interface PreparedRun {
  readonly streams: boolean;
  /** All text of the prompt. */
  prompt(): string;
  readonly ask: AskProvider;
}

/** The context of every text answer. */
export function answerContext(model: string, { world, clock }: TimedRunParts): AnswerContext {
  return { model, now: () => clock.now(), newId: () => world.rays.hex32() };
}

/** The envelope of the run endpoints around a model's answer. */
export function inEnvelope(result: unknown): string {
  return JSON.stringify({ result, success: true, errors: [], messages: [] });
}

/** An answer without an envelope, as in the formats of other APIs. */
export const bare = (answer: unknown): string => JSON.stringify(answer);

/** Writes the complete answer of a model as JSON text. */
export type Write = (answer: unknown) => string;

/** The account of a path. @throws ApiError `account-unknown` */
export function requireAccount(world: World, id: string): AccountTenant {
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}

/** The dependencies of runs in the input of the model, in addition to those of every run. */
export interface RunHandlerParts extends RunParts {
  readonly gateway: GatewayPass;
  readonly background: BackgroundRuns;
  readonly batches: Batches;
}
