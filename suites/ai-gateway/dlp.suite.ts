import { array, equal, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { json } from '../inference/asking.ts';
import { hasCode, messageOf } from '../inference/refusing.ts';
import { sendUpdate, settings } from './configuring.ts';
import { ran, run, told } from './passing.ts';

/** A number that no card has, and that its check digit fits. */
const card = 'My card is 4242 4242 4242 4242.';

/** A gateway with a data rule about numbers of cards. Profiles of a real account go by ids of its own, so that only the mock is asked. */
async function ruling(t: TestContext, action: 'FLAG' | 'BLOCK'): Promise<string> {
  const { id } = await t.gateway();
  const dlp = { enabled: true, action, profiles: ['financial'] };
  t.expectSuccess(await sendUpdate(t, id, settings({ dlp })), 'the update');
  return id;
}

/** What rules about data say to what goes to a model, and to what comes back. */
export const dlpSuite = defineSuite({
  name: 'ai-gateway/dlp',
  tests: [
    {
      title: 'answers code 2029 where a request is blocked',
      requirements: ['GW-DLP-1'],
      features: ['admin'],
      run: async (t) => {
        const id = await ruling(t, 'BLOCK');
        await ran(t, id, 'My card is blue.');
        const reply = await run(t, id, card);
        ok(hasCode(reply, 2029), `no entry has the code 2029: ${messageOf(reply)}`);
      },
    },
    {
      title: 'answers code 2030 where an answer is blocked',
      requirements: ['GW-DLP-2'],
      features: ['admin'],
      run: async (t) => {
        const id = await ruling(t, 'BLOCK');
        const fine = await told(t, { text: 'My card is blue.' });
        await ran(t, id, fine.prompt);
        const { prompt } = await told(t, { text: card });
        const reply = await run(t, id, prompt);
        ok(hasCode(reply, 2030), `no entry has the code 2030: ${messageOf(reply)}`);
      },
    },
    {
      title: 'says in a header what was found',
      requirements: ['GW-DLP-3'],
      features: ['admin'],
      run: async (t) => {
        const id = await ruling(t, 'FLAG');
        const { headers } = await ran(t, id, card);
        const told = object(json(headers.get('cf-aig-dlp'), 'cf-aig-dlp'), 'cf-aig-dlp');
        equal(told['action'], 'FLAG', 'action');
        const findings = array(told['findings'], 'findings').map(
          (item) => object(item, 'a finding')['check'],
        );
        ok(findings.includes('REQUEST'), `what was found stands in ${findings}, and not in the request`);
      },
    },
  ],
});
