import process from 'node:process';
import { createMock } from '../../mock/create-mock.ts';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { createTarget, edgeThroughFetch, runConformance, targetFileSchema } from '../../suites/index.ts';

/**
 * Holds the suites that are named, or all, against a mock in this process, without a socket, and exits 1 when anything
 * fails; `conform-matrix.ts` runs it on each runtime. With `--no-browser` the mock renders no pages.
 */
const named = process.argv.slice(2).filter((argument) => argument !== '--no-browser');
const api = 'http://mock.localhost/client/v4';
const edge = 'http://mock.localhost';
const mock = createMock(process.argv.includes('--no-browser') ? { browser: false } : {});
// What says of itself where it stands says where it is reached here.
mock.announce({ api, edge });
const answer = await mock.fetch(new Request(new URL('/_touchstone/info', api)));
const info = infoSchema.partial().parse(await answer.json());
const target = createTarget(targetFileSchema.parse({ ...info, api, edge, features: ['disposable'] }));
const { verdict, verdict_reason, counts, tests } = await runConformance(target, {
  select: named.length > 0 ? { services: named } : {},
  strict: true,
  exchanges: 'failures',
  journal: null,
  fetch: (request) => mock.fetch(request),
  edgeFetch: edgeThroughFetch((request) => mock.edge(request)),
});
for (const { id, status, reason, findings } of tests) {
  if (status === 'failed' || status === 'error') console.log(id, reason, findings);
}
console.log(`${verdict} (${verdict_reason}): ${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.passed > 0 && counts.failed + counts.errors === 0 ? 0 : 1);
