import { defineMutants } from '../mutant.ts';

const runs = 'mock/services/inference/background/background-runs.ts';
const checks = 'mock/services/inference/background/check-run-options.ts';
const handlers = 'mock/services/inference/run/run-handlers.ts';
const options = 'spec/services/inference/run.ts';
const destination = 'mock/engines/webhook/destination.ts';

/** What a contradiction is refused by, and the same without one of them. */
const refusesProblem = 'if (problem)';
const letsPass = (problem: string, when: string) => `if (problem && !(problem === '${problem}' && ${when}))`;

const anyUrl = ".refine((value) => new URL(value).protocol === 'https:'";
const httpsAlone = "if (url.protocol !== 'https:')";

/** Background runs and what their options may be. */
export const backgroundMutants = defineMutants([
  {
    id: 'waits-for-runs-in-the-background',
    requirement: 'INF-BG-1',
    does: 'It answers a background run when that is complete.',
    file: runs,
    replace: 'return accepted;',
    by: 'await performed;\n      return accepted;',
    first: 'slow model',
  },
  {
    id: 'runs-in-the-background-whatever-background-says',
    requirement: 'INF-BG-2',
    does: 'It runs in the background where background is false.',
    file: handlers,
    replace: 'options?.background === true',
    by: 'options?.background !== undefined',
  },
  {
    id: 'completes-a-host-to-a-webhook-url',
    requirement: 'INF-BG-4',
    does: 'It puts https:// before a webhookUrl that is a host and a path.',
    file: options,
    replace: '.max(limits.webhookUrl)',
    by: '.overwrite((value) => (/^[a-z]+:/.test(value) ? value : `https://${value}`))\n  .max(limits.webhookUrl)',
  },
  {
    id: 'sends-webhooks-by-http',
    requirement: 'INF-BG-5',
    does: 'It takes a webhookUrl of http.',
    file: options,
    replace: anyUrl,
    by: '.refine((value) => /^https?:$/.test(new URL(value).protocol)',
    and: [{ file: destination, replace: httpsAlone, by: "if (!url.protocol.startsWith('http'))" }],
  },
  {
    id: 'forgets-addresses-of-this-machine-that-are-embedded',
    requirement: 'INF-BG-6',
    does: 'It sends webhooks to an IPv4 address of this machine inside an IPv6 address.',
    file: destination,
    replace: 'allowed ? anyAddress(address)',
    by: "allowed || address.startsWith('::ffff:') ? anyAddress(address)",
  },
  {
    id: 'knows-no-raw-webhooks',
    requirement: 'INF-BG-7',
    does: 'It refuses the webhookFormat raw.',
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: "z.enum(['chat'])",
  },
  {
    id: 'knows-no-chat-webhooks',
    requirement: 'INF-BG-8',
    does: 'It refuses the webhookFormat chat.',
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: "z.enum(['raw'])",
  },
  {
    id: 'takes-webhook-formats-in-any-case',
    requirement: 'INF-BG-9',
    does: 'It takes the webhookFormat RAW.',
    file: options,
    replace: 'z.enum(webhookFormats)',
    by: 'z.string().toLowerCase().pipe(z.enum(webhookFormats))',
  },
  {
    id: 'takes-a-webhook-url-alone',
    requirement: 'INF-BG-10',
    does: 'It takes a webhookUrl where nothing is said about background.',
    file: checks,
    replace: refusesProblem,
    by: letsPass('webhook-without-background', 'options?.background === undefined'),
  },
  {
    id: 'takes-a-webhook-url-of-a-run-that-waits',
    requirement: 'INF-BG-11',
    does: 'It takes a webhookUrl where background is false.',
    file: checks,
    replace: refusesProblem,
    by: letsPass('webhook-without-background', 'options?.background === false'),
  },
  {
    id: 'takes-a-webhook-format-alone',
    requirement: 'INF-BG-12',
    does: 'It takes a webhookFormat where there is no webhookUrl.',
    file: checks,
    replace: refusesProblem,
    by: "if (problem && problem !== 'webhook-format-without-url')",
  },
]);

const sender = 'mock/services/inference/background/webhook-sender.ts';
const writer = 'spec/services/inference/background-runs.ts';

const sends = 'const sent = await sender.send(target, payload, signal);';
const payload = '{ ...ended, id, provider, model, result: ended.result ?? {} }';
const prettified = 'JSON.stringify(payload, null, limits.webhookIndent)';

/** A payload with some members as they are here, and `undefined` for those that are left out. */
const payloadWith = (members: string) =>
  `{ ...ended, id, provider, model, result: ended.result ?? {}, ${members} }`;

/** What background runs send when they are over. */
export const webhookMutants = defineMutants([
  {
    id: 'puts-webhooks',
    requirement: 'INF-HOOK-1',
    does: 'It sends webhooks by PUT.',
    file: 'mock/serve/webhook-connect.ts',
    replace: "method: 'POST'",
    by: "method: 'PUT'",
  },
  {
    id: 'delivers-webhooks-twice',
    requirement: 'INF-HOOK-2',
    does: 'It sends the webhook of a run once more.',
    file: runs,
    replace: sends,
    by: `await sender.send(target, payload, signal);\n    ${sends}`,
  },
  {
    id: 'repeats-webhooks-that-met-an-error',
    requirement: 'INF-HOOK-3',
    does: 'It sends a webhook again that its receiver answered with an error.',
    file: runs,
    replace: sends,
    by: `${sends}\n    if (Number(sent.status) >= 400) await sender.send(target, payload, signal);`,
  },
  {
    id: 'sends-webhooks-without-the-id',
    requirement: 'INF-HOOK-4',
    does: 'It says runId in place of id in the payload.',
    file: runs,
    replace: payload,
    by: payloadWith('id: undefined, runId: id'),
  },
  {
    id: 'sends-webhooks-with-a-status',
    requirement: 'INF-HOOK-5',
    does: 'It says status in place of state in the payload.',
    file: runs,
    replace: payload,
    by: payloadWith('state: undefined, status: ended.state'),
  },
  {
    id: 'sends-results-as-text',
    requirement: 'INF-HOOK-6',
    does: 'It writes the result of a payload as a text that holds JSON.',
    file: runs,
    replace: payload,
    by: payloadWith('result: JSON.stringify(ended.result)'),
  },
  {
    id: 'sends-an-empty-error-of-what-succeeded',
    requirement: 'INF-HOOK-7',
    does: 'It sends an empty object for the error of a run that succeeded.',
    file: runs,
    replace: payload,
    by: payloadWith('error: ended.error ?? {}'),
  },
  {
    id: 'sends-webhooks-without-the-provider',
    requirement: 'INF-HOOK-8',
    does: 'It leaves the provider out of the payload.',
    file: runs,
    replace: payload,
    by: payloadWith('provider: undefined'),
  },
  {
    id: 'sends-webhooks-with-the-bare-name-of-the-model',
    requirement: 'INF-HOOK-9',
    does: 'It names the model in the payload without its author.',
    file: runs,
    replace: payload,
    by: payloadWith("model: model.split('/').at(-1)"),
  },
  {
    id: 'sends-webhooks-with-a-number-of-tokens',
    requirement: 'INF-HOOK-10',
    does: 'It sends the number of all tokens as the usage of a payload.',
    file: runs,
    replace: payload,
    by: payloadWith("usage: Number(ended.usage['total_tokens'] ?? 0)"),
  },
  {
    id: 'writes-raw-webhooks-as-chat',
    requirement: 'INF-HOOK-11',
    does: 'It writes every webhook as one text.',
    file: writer,
    replace: "if (format === 'raw') return payload;",
    by: '',
  },
  {
    id: 'writes-webhooks-as-chat-by-itself',
    requirement: 'INF-HOOK-12',
    does: 'It writes the webhook of a run that names no format as one text.',
    file: sender,
    replace: "webhookFormat: format = 'raw'",
    by: "webhookFormat: format = 'chat'",
  },
  {
    id: 'names-the-run-beside-the-text',
    requirement: 'INF-HOOK-13',
    does: 'It sends the id of the run beside the text of the format chat.',
    file: writer,
    replace: `{ text: ${prettified} }`,
    by: `{ id: payload.id, text: ${prettified} }`,
  },
  {
    id: 'writes-the-text-in-one-line',
    requirement: 'INF-HOOK-14',
    does: 'It writes the payload in the format chat without spaces and new lines.',
    file: writer,
    replace: prettified,
    by: 'JSON.stringify(payload)',
  },
  {
    id: 'sends-webhooks-when-runs-begin',
    requirement: 'INF-HOOK-15',
    does: 'It sends the webhook when the run begins.',
    file: runs,
    replace: 'const outcome = await outcomeOf(execute, signal);',
    by: "const begun = { id, state: 'Completed', result: {}, error: null, provider, model, usage: {} } as const;\n    const early = target && (await sender.send(target, begun, signal));\n    const outcome = await outcomeOf(execute, signal);",
    and: [
      {
        file: runs,
        replace: sends,
        by: 'const sent = early ?? (await sender.send(target, payload, signal));',
      },
    ],
  },
  {
    id: 'says-that-runs-succeeded-in-another-word',
    requirement: 'INF-HOOK-16',
    does: 'It calls the state of a run that succeeded Succeeded in the payload.',
    file: runs,
    replace: payload,
    by: payloadWith("state: ended.state === 'Completed' ? 'Succeeded' : ended.state"),
  },
  {
    id: 'calls-failed-runs-completed',
    requirement: 'INF-HOOK-17',
    does: 'It calls the state of every run Completed in the payload.',
    file: runs,
    replace: payload,
    by: payloadWith("state: 'Completed'"),
  },
]);
