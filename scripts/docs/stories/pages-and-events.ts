import type { Step, Story } from '../story.ts';

const html =
  '<title>Lamps</title><main><h1>Lamps</h1><p>All of <b>brass</b>. <a href="https://shop.example/lamps/1">The first</a></p></main>';

const pages: readonly Step[] = [
  { operation: 'browser-rendering.screenshot.create', body: { html, viewport: { width: 640, height: 360 } } },
  { operation: 'browser-rendering.links.create', body: { url: '{page}' } },
  { operation: 'browser-rendering.content.create', body: { html } },
  { operation: 'browser-rendering.markdown.create', body: { html } },
  { operation: 'browser-rendering.pdf.create', body: { html, pdfOptions: { format: 'a4' } } },
  { operation: 'browser-rendering.snapshot.create', body: { html, formats: ['content', 'markdown'] } },
  { operation: 'browser-rendering.scrape.create', body: { html, elements: [{ selector: 'h1' }] } },
  { operation: 'browser-rendering.json.create', body: { html, prompt: 'What is the title of this page?' } },
  { operation: 'browser-rendering.accessibility-tree.create', body: { html, root: 'main' } },
];

/** Pages that a browser renders. */
export const browserRenderingStory: Story = [
  async (mock) => {
    const { edge } = await mock.listen({ port: 0 });
    return { page: `http://shop.${mock.defaults.zoneName}:${new URL(edge).port}/` };
  },
  ...pages,
];

const blocked = {
  title: 'Valid tokens only',
  description: 'Blocks requests whose token is not valid',
  action: 'block',
  enabled: true,
  expression: '(is_jwt_valid("{config_id}"))',
  selector: { include: [{ host: ['api.example.localhost'] }], exclude: [] },
};

/** A request to the zone without a token, which a rule blocks. */
export const blockedRequest: Story = [
  { operation: 'token-validation.config.create', silent: true, keep: { config_id: 'result.id' } },
  {
    operation: 'api-gateway.operation.create-item',
    silent: true,
    body: { method: 'GET', host: 'api.example.localhost', endpoint: '/orders/{id}' },
  },
  { operation: 'token-validation.rule.create', silent: true, body: blocked },
  async (mock) => {
    await (await mock.edge(new Request('http://api.example.localhost/orders/7'))).text();
    return {};
  },
];

/** Security events over GraphQL. */
export const analyticsStory: Story = [
  ...blockedRequest,
  {
    operation: 'analytics.graphql.query',
    body: {
      query:
        'query Events($zoneTag: string, $since: Time) { viewer { zones(filter: { zoneTag: $zoneTag }) { firewallEventsAdaptive(filter: { datetime_geq: $since }, limit: 10, orderBy: [datetime_DESC]) { action datetime ruleId source } } } }',
      variables: { zoneTag: '{zone_id}', since: '{start}' },
    },
  },
];
