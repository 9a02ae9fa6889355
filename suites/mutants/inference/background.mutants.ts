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
