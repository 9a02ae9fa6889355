import { defineMutants, mutant } from '../mutant.ts';

const runs = 'mock/services/inference/background/background-runs.ts';
const checks = 'mock/services/inference/background/check-run-options.ts';
const handlers = 'mock/services/inference/run/run-handlers.ts';
const options = 'spec/services/inference/run.ts';
const destination = 'mock/engines/webhook/destination.ts';

/** The check that refuses a contradiction, and the same check without one of its parts. */
const refusesProblem = 'if (problem)';
const letsPass = (problem: string, when: string) => `if (problem && !(problem === '${problem}' && ${when}))`;

const anyUrl = ".refine((value) => new URL(value).protocol === 'https:'";
const httpsAlone = "if (url.protocol !== 'https:')";

/** Background runs and their options. */
export const backgroundMutants = defineMutants([
  mutant('INF-BG-1', 'waits-for-runs-in-the-background', {
    file: runs,
    replace: 'return accepted;',
    by: 'await performed;\n      return accepted;',
    first: 'slow model',
  }),
  mutant('INF-BG-2', 'runs-in-the-background-whatever-background-says', {
    file: handlers,
    replace: 'options?.background === true',
    by: 'options?.background !== undefined',
  }),
  mutant('INF-BG-4', 'completes-a-host-to-a-webhook-url', {
    file: options,
    replace: '.max(limits.webhookUrl)',
    by: '.overwrite((value) => (/^[a-z]+:/.test(value) ? value : `https://${value}`))\n  .max(limits.webhookUrl)',
  }),
  mutant('INF-BG-5', 'sends-webhooks-by-http', {
    file: options,
    replace: anyUrl,
    by: '.refine((value) => /^https?:$/.test(new URL(value).protocol)',
    and: [{ file: destination, replace: httpsAlone, by: "if (!url.protocol.startsWith('http'))" }],
  }),
  mutant('INF-BG-6', 'forgets-addresses-of-this-machine-that-are-embedded', {
    file: destination,
    replace: 'allowed ? anyAddress(address)',
    by: "allowed || address.startsWith('::ffff:') ? anyAddress(address)",
  }),
  mutant('INF-BG-7', 'knows-no-raw-webhooks', {
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: "z.enum(['chat'])",
  }),
  mutant('INF-BG-8', 'knows-no-chat-webhooks', {
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: "z.enum(['raw'])",
  }),
  mutant('INF-BG-9', 'takes-webhook-formats-in-any-case', {
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: 'z.string().toLowerCase().pipe(z.enum(webhookFormats))',
  }),
  mutant('INF-BG-10', 'takes-a-webhook-url-alone', {
    file: checks,
    replace: refusesProblem,
    by: letsPass('webhook-without-background', 'options?.background === undefined'),
  }),
  mutant('INF-BG-11', 'takes-a-webhook-url-of-a-run-that-waits', {
    file: checks,
    replace: refusesProblem,
    by: letsPass('webhook-without-background', 'options?.background === false'),
  }),
  mutant('INF-BG-12', 'takes-a-webhook-format-alone', {
    file: checks,
    replace: refusesProblem,
    by: "if (problem && problem !== 'webhook-format-without-url')",
  }),
]);

const sender = 'mock/services/inference/background/webhook-sender.ts';
const writer = 'spec/services/inference/background-runs.ts';

const sends = 'const sent = await sender.send(target, payload, signal);';
const payload = '{ ...ended, id, provider, model, result: ended.result ?? {} }';
const prettified = 'JSON.stringify(payload, null, limits.webhookIndent)';

/** A payload with some members replaced; `undefined` removes one. */
const payloadWith = (members: string) =>
  `{ ...ended, id, provider, model, result: ended.result ?? {}, ${members} }`;

/** What background runs send at their end. */
export const webhookMutants = defineMutants([
  mutant('INF-HOOK-1', 'puts-webhooks', {
    file: 'mock/serve/webhook-connect.ts',
    replace: "method: 'POST'",
    by: "method: 'PUT'",
  }),
  mutant('INF-HOOK-2', 'delivers-webhooks-twice', {
    file: runs,
    replace: sends,
    by: `await sender.send(target, payload, signal);\n    ${sends}`,
  }),
  mutant('INF-HOOK-3', 'repeats-webhooks-that-met-an-error', {
    file: runs,
    replace: sends,
    by: `${sends}\n    if (Number(sent.status) >= 400) await sender.send(target, payload, signal);`,
  }),
  mutant('INF-HOOK-4', 'sends-webhooks-without-the-id', {
    file: runs,
    replace: payload,
    by: payloadWith('id: undefined, runId: id'),
  }),
  mutant('INF-HOOK-5', 'sends-webhooks-with-a-status', {
    file: runs,
    replace: payload,
    by: payloadWith('state: undefined, status: ended.state'),
  }),
  mutant('INF-HOOK-6', 'sends-results-as-text', {
    file: runs,
    replace: payload,
    by: payloadWith('result: JSON.stringify(ended.result)'),
  }),
  mutant('INF-HOOK-7', 'sends-an-empty-error-of-what-succeeded', {
    file: runs,
    replace: payload,
    by: payloadWith('error: ended.error ?? {}'),
  }),
  mutant('INF-HOOK-8', 'sends-webhooks-without-the-provider', {
    file: runs,
    replace: payload,
    by: payloadWith('provider: undefined'),
  }),
  mutant('INF-HOOK-9', 'sends-webhooks-without-the-model', {
    file: runs,
    replace: payload,
    by: payloadWith('model: undefined'),
  }),
  mutant('INF-HOOK-25', 'sends-webhooks-with-the-bare-name-of-the-model', {
    file: runs,
    replace: payload,
    by: payloadWith("model: model.split('/').at(-1)"),
  }),
  mutant('INF-HOOK-10', 'sends-webhooks-with-a-number-of-tokens', {
    file: runs,
    replace: payload,
    by: payloadWith("usage: Number(ended.usage['total_tokens'] ?? 0)"),
  }),
  mutant('INF-HOOK-11', 'writes-raw-webhooks-as-chat', {
    file: writer,
    replace: "if (format === 'raw') return payload;",
    by: '',
  }),
  mutant('INF-HOOK-12', 'writes-webhooks-as-chat-by-itself', {
    file: sender,
    replace: "webhookFormat: format = 'raw'",
    by: "webhookFormat: format = 'chat'",
  }),
  mutant('INF-HOOK-13', 'sends-the-text-as-content', {
    file: writer,
    replace: `{ text: ${prettified} }`,
    by: `{ content: ${prettified} }`,
  }),
  mutant('INF-HOOK-26', 'names-the-run-beside-the-text', {
    file: writer,
    replace: `{ text: ${prettified} }`,
    by: `{ id: payload.id, text: ${prettified} }`,
  }),
  mutant('INF-HOOK-14', 'writes-the-text-in-one-line', {
    file: writer,
    replace: prettified,
    by: 'JSON.stringify(payload)',
  }),
  mutant('INF-HOOK-15', 'sends-webhooks-when-runs-begin', {
    file: runs,
    replace: 'const outcome = await toOutcome(execute, signal);',
    by: "const begun = { id, state: 'Completed', result: {}, error: null, provider, model, usage: {} } as const;\n    const early = target && (await sender.send(target, begun, signal));\n    const outcome = await toOutcome(execute, signal);",
    and: [
      {
        file: runs,
        replace: sends,
        by: 'const sent = early ?? (await sender.send(target, payload, signal));',
      },
    ],
  }),
  mutant('INF-HOOK-16', 'says-that-runs-succeeded-in-another-word', {
    file: runs,
    replace: payload,
    by: payloadWith("state: ended.state === 'Completed' ? 'Succeeded' : ended.state"),
  }),
  mutant('INF-HOOK-17', 'calls-failed-runs-completed', {
    file: runs,
    replace: payload,
    by: payloadWith("state: 'Completed'"),
  }),
]);
