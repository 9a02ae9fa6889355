import { array, equal } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { elementsFor, ofGateway } from './configuring.ts';
import { logging, onlyLog, ran } from './logging.ts';

/** What a token may read that holds a permission of the gateway and no other. */
export const gatewayAccessSuite = defineSuite({
  name: 'ai-gateway/access',
  tests: [
    {
      title: 'lets a token with a gateway permission read the configuration',
      requirements: ['GW-AUTH-1'],
      run: async (t) => {
        const { id } = await t.gateway();
        const { body } = await t.as('gateway').call('ai-gateway.gateway.get', { params: ofGateway(t, id) });
        equal(body.result.id, id, 'result.id');
      },
    },
    {
      title: 'lets a token with a gateway permission read the logs',
      requirements: ['GW-AUTH-2'],
      run: async (t) => {
        const gateway = await logging(t);
        await ran(t, gateway);
        const { id } = await onlyLog(t, gateway);
        const reply = await t.as('gateway').ask('ai-gateway.log.list', { params: gateway.params });
        t.expectSuccess(reply, 'the list of log entries');
        const params = { ...gateway.params, log_id: id };
        const { body } = await t.as('gateway').call('ai-gateway.log.get', { params });
        equal(body.result.id, id, 'result.id');
      },
    },
    {
      title: 'lets a token with a gateway permission read the routes',
      requirements: ['GW-AUTH-3'],
      run: async (t) => {
        const { id } = await t.gateway();
        const params = ofGateway(t, id);
        if (t.has('routes')) {
          const body = { name: t.title('route'), elements: elementsFor('gpt-5') };
          await t.call('ai-gateway.route.create', { params, body });
        }
        const { body } = await t.as('gateway').call('ai-gateway.route.list', { params });
        equal(
          array(body.data['routes'], 'data.routes').length,
          t.has('routes') ? 1 : 0,
          'the number of routes',
        );
      },
    },
  ],
});
