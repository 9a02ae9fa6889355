import { createMock } from '../../../mock/assembly/create-mock.ts';
import type { Origin } from '../../../mock/edge/origin/origin.ts';
import { listen } from '../../../mock/serve.ts';
import { createClient } from '../../../spec/client.ts';
import { pathOfCase } from '../../../spec/vectors/markdown.ts';
import { edgeOverHttp } from '../../../suites/harness/edge.ts';
import type { NamedCase } from '../../../suites/markdown/cases.ts';
import { serveFixtureSite } from '../../fixture-site.ts';

/** Our own server with conversion, in front of the fixture site. */
export interface Asker {
  /** Answers a case under a host; `text` is undefined for an unconverted page. */
  ask(item: NamedCase): Promise<{ readonly host: string; readonly text: string | undefined }>;
  close(): Promise<void>;
}

/** Starts server and site on free ports, and enables conversion. */
export async function openAsker(timeoutMs = 30_000): Promise<Asker> {
  const site = await serveFixtureSite({ port: 0 });
  const mock = createMock({ origin: await originAt(site.url) });
  const planes = await listen(mock, { port: 0 });
  const { zone, apiToken } = getNames(mock.info());
  const client = createClient({ baseUrl: planes.api, headers: { authorization: `Bearer ${apiToken}` } });
  await client.call('settings.setting.edit', {
    params: { zone_id: zone.id, setting_id: 'content_converter' },
    body: { value: 'on' },
  });
  const send = edgeOverHttp(planes.edge);
  const host = `api.${zone.name}`;
  return {
    async ask(item) {
      // If either answer is allowed, the case is recorded for a client without a preference.
      const given = item.expects.body === 'either' ? { accept: 'text/markdown' } : item.request.headers;
      const headers = Array.isArray(given) ? given : Object.entries(given);
      const path = pathOfCase(item.name, item);
      const answer = await send(
        { method: item.request.method, path, host, headers, body: undefined },
        AbortSignal.timeout(timeoutMs),
      );
      const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
      return { host, text: type.startsWith('text/markdown') ? answer.text : undefined };
    },
    async close() {
      await planes.close();
      await site.close();
    },
  };
}

function getNames(info: { zone_id: string; zone_name: string; api_token: string }) {
  return { zone: { id: info.zone_id, name: info.zone_name }, apiToken: info.api_token };
}

/** The origin of `serve`, which leaves bodies and headers unchanged. */
async function originAt(url: string): Promise<Origin> {
  if ('Bun' in globalThis) return (await import('../../../mock/serve/bun-origin.ts')).bunOrigin(url);
  return (await import('../../../mock/serve/http-origin.ts')).httpOrigin(url);
}
