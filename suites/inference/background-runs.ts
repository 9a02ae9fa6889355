import type { Reply } from '../../spec/client.ts';
import type { BackgroundRun } from '../../spec/services/inference/background-runs.ts';
import { equal, isObject, json, mistaken, object } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure, HarnessError } from '../harness/errors.ts';
import { allowMore } from '../harness/time-limits.ts';
import type { ReceivedWebhook } from '../harness/webhook-receiver.ts';
import { askRun, inAccount, models, says } from './asking.ts';

/** Milliseconds to wait for a second webhook. */
export const quietMs = 2_500;

/** A run of a hosted model with these options. */
export const runWith = (t: TestContext, options: unknown, prompt = 'Say hello.'): Promise<Reply> =>
  askRun(t, { model: models.classic, input: { messages: says(prompt) }, options });

/**
 * A webhook URL that the target accepts: the target's receiver, otherwise a public URL. Skips the test if the target
 * refuses that, for instance because it can't resolve the name.
 */
export async function takenUrl(t: TestContext): Promise<string> {
  if (t.has('webhook')) return (await t.webhook()).url;
  const webhookUrl = 'https://example.com/touchstone';
  if (!succeeded(await runWith(t, { background: true, webhookUrl }))) {
    t.skip(
      `the target accepts no webhooks to ${webhookUrl}; give \`webhook_certificate\` (--webhook-certificate)`,
    );
  }
  return webhookUrl;
}

/** A host, possibly private, that the target lets webhooks go to. */
export async function ownHost(t: TestContext): Promise<string | null> {
  return t.has('webhook') ? new URL((await t.webhook()).url).hostname : null;
}

/**
 * Starts a background run that must be accepted, and returns the acceptance. The seed doesn't show its form, so an
 * unknown form counts as having no members.
 */
export async function started(
  t: TestContext,
  options: object = {},
  prompt?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const reply = await runWith(t, { background: true, ...options }, prompt);
  expectSuccess(reply, 'the background run');
  const body = isObject(reply.body) ? reply.body : {};
  return isObject(body['result']) ? body['result'] : body;
}

/** Polls a background run until it has ended. */
export async function ended(t: TestContext, id: unknown): Promise<BackgroundRun> {
  const params = { ...inAccount(t), run_id: String(id) };
  const done = await t.waitFor(
    { what: 'the end of a background run', within: t.limits.background },
    async () => {
      const { result } = (await t.call('inference.background-run.get', { params })).body;
      equal(result.id, id, 'result.id');
      // Without a state, a run does not merely take its time.
      if (typeof result.state !== 'string') throw mistaken('result.state', result.state, 'text');
      return result.state === 'Completed' || result.state === 'Failed' ? result : undefined;
    },
  );
  if (done) return done;
  const late = `The background run had not ended after ${t.limits.background / 1000} s`;
  throw new HarnessError('time-limit', `${late}: ${allowMore('background')}`);
}

/** The members of a webhook in the format `raw`. */
export const getMembers = ({ text }: ReceivedWebhook): Readonly<Record<string, unknown>> =>
  object(json(text, 'the webhook'), 'the webhook');

/** Fails if the acceptance of a run has the model's answer in one of the usual members. */
export function expectUnfinished(accepted: Readonly<Record<string, unknown>>): void {
  for (const member of ['response', 'choices', 'output']) {
    const value = accepted[member];
    if ((typeof value === 'string' || Array.isArray(value)) && value.length > 0) {
      throw new ConformanceFailure(`the run was answered with its output, in ${member}`);
    }
  }
}

/** JSON pointers to all members of an answer, without the indexes of items. */
export function getPlaces(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => getPlaces(item, place));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${place}/${name}`;
    return [at, ...getPlaces(member, at)];
  });
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
