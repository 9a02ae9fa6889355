import { createMock } from '../../../mock/assembly/create-mock.ts';
import { createClient } from '../../../spec/client.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { getShots, type Shot } from '../../../spec/vectors/screenshots.ts';
import type { NamedCase } from '../../../suites/browser-rendering/screenshots/cases.ts';
import type { Taken } from '../../../suites/browser-rendering/screenshots/judge.ts';
import { toImage } from '../../../suites/browser-rendering/screenshots/shoot.ts';
import {
  needsSite,
  requestOfShot,
  siteOfShot,
} from '../../../suites/browser-rendering/screenshots/shot-page.ts';
import { ConformanceFailure } from '../../../suites/harness/errors.ts';
import { createPageSites } from '../../../suites/harness/page-sites.ts';

/** Our own mock with its browser, and sites for the pages of cases. */
export interface Photographer {
  /** Name and version of the browser. */
  readonly product: string;
  /** @throws ConformanceFailure when a picture is refused */
  take(item: NamedCase): Promise<Taken>;
  close(): Promise<void>;
}

/** @throws TouchstoneError without a browser */
export async function openPhotographer(): Promise<Photographer> {
  const mock = createMock({ browser: { privateNetwork: 'loopback' } });
  const sites = createPageSites({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await sites.close();
    await mock.quit();
  };
  const status = await mock.browser.status();
  if (!status.found) {
    await close();
    throw new TouchstoneError('record-screenshots', `No browser was found: ${status.tried.join('; ')}`);
  }
  const { account_id, api_token } = mock.info();
  const client = createClient({
    baseUrl: 'http://localhost:4800/client/v4',
    headers: { authorization: `Bearer ${api_token}` },
    fetch: async (request) => mock.fetch(request),
  });
  let serial = 0;

  async function shoot(item: NamedCase, shot: Shot): Promise<Uint8Array> {
    const site = needsSite(item) ? await sites.open(`page-${++serial}`, siteOfShot(item, shot)) : undefined;
    try {
      const reply = await client.send({
        method: 'POST',
        path: `/accounts/${account_id}/browser-rendering/screenshot`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestOfShot(item, shot, site?.url ?? '')),
      });
      if (reply.status !== 200) {
        throw new ConformanceFailure(`status ${reply.status}: ${reply.text.slice(0, 300)}`);
      }
      return toImage(reply, shot.request);
    } finally {
      site?.close();
    }
  }

  return {
    product: status.product,
    async take(item) {
      const { own, same, differs } = getShots(item);
      return {
        own: await shoot(item, own),
        same: same && (await shoot(item, same)),
        differs: differs && (await shoot(item, differs)),
      };
    },
    close,
  };
}
