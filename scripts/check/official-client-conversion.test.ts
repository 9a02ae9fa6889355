import Cloudflare from 'cloudflare';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';

const page =
  '<!doctype html><html><head><meta name="title" content="Shop"></head><body><h1>Hi</h1></body></html>';
const mock = createMock({
  origin: () => new Response(page, { headers: { 'content-type': 'text/html' } }),
});
const { zoneId: zone_id } = mock.defaults;
let planes: Listening;
let client: Cloudflare;

beforeAll(async () => {
  planes = await mock.listen({ port: 0 });
  client = new Cloudflare({ apiToken: mock.defaults.apiToken, baseURL: planes.api, maxRetries: 0 });
});
beforeEach(() => mock.reset());
afterAll(() => planes.close());

/** What who asks for Markdown is given for a page of a host. */
async function answerTo(host: string, path = '/'): Promise<string> {
  const headers = { accept: 'text/markdown', 'touchstone-host': host };
  return (await fetch(`${planes.edge}${path}`, { headers })).text();
}

const markdown = '---\ntitle: Shop\n---\n\n# Hi\n';

/** Writes configuration rules that switch the conversion on. */
const switchOn = (...expressions: string[]) =>
  client.rulesets.phases.update('http_config_settings', {
    zone_id,
    rules: expressions.map((expression) => ({
      expression,
      action: 'set_config' as const,
      action_parameters: { content_converter: true },
      description: 'Markdown for agents',
    })),
  });

describe('the npm client, unchanged, switches the conversion on', () => {
  it('for the whole zone, and off again', async () => {
    expect(await answerTo('example.localhost')).toBe(page);
    await client.zones.settings.edit('content_converter', { zone_id, value: 'on' });
    expect(await answerTo('example.localhost')).toBe(markdown);
    expect(await answerTo('api.example.localhost', '/deep/page')).toBe(markdown);
    await client.zones.settings.edit('content_converter', { zone_id, value: 'off' });
    expect(await answerTo('example.localhost')).toBe(page);
  });

  it('for a hostname or a path, by a configuration rule', async () => {
    await switchOn(`http.host eq 'docs.example.localhost'`, `starts_with(http.request.uri.path, '/blog/')`);
    expect(await answerTo('docs.example.localhost')).toBe(markdown);
    expect(await answerTo('example.localhost', '/blog/post')).toBe(markdown);
    expect(await answerTo('example.localhost')).toBe(page);
  });

  it('for a custom hostname, by its metadata and the rule that reads them', async () => {
    const ssl = { method: 'http', type: 'dv' } as const;
    const hostnames = ['one.customer.localhost', 'two.customer.localhost'];
    const [one] = await Promise.all(
      hostnames.map((hostname) => client.customHostnames.create({ zone_id, hostname, ssl })),
    );
    await switchOn(`lookup_json_string(cf.hostname.metadata, 'content_converter') eq 'enabled'`);
    expect(await answerTo('one.customer.localhost')).toBe(page);
    const custom_metadata = { content_converter: 'enabled' };
    await client.customHostnames.edit(one?.id ?? '', { zone_id, custom_metadata });
    expect(await answerTo('one.customer.localhost')).toBe(markdown);
    expect(await answerTo('two.customer.localhost')).toBe(page);
    expect(await answerTo('example.localhost')).toBe(page);
  });
});
