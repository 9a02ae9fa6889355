/** Imports MSW and then our handlers in a process that has nothing yet, and prints how long each took. */
import { performance } from 'node:perf_hooks';

const begun = performance.now();
await import('msw');
const withMsw = performance.now();
const { handlers } = await import('../../mock/handlers.ts');
const withOurs = performance.now();

const [handler] = handlers();
const path = 'https://api.example.com/client/v4/user/tokens/verify';
const { worldDefaults } = await import('../../mock/world/defaults.ts');
const asked = performance.now();
const outcome = await handler?.run({
  request: new Request(path, { headers: { authorization: `Bearer ${worldDefaults.apiToken}` } }),
  requestId: 'first',
});
const answered = performance.now();
if (outcome?.response?.status !== 200) throw new Error('the first request was not answered');

console.log(
  JSON.stringify({ msw: withMsw - begun, ours: withOurs - withMsw, firstAnswer: answered - asked }),
);
process.exit(0);
