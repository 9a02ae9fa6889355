import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createBrowserPool } from './browser-pool.ts';
import { sessionOf } from './driver-internals.ts';
import { openGate } from './egress/index.ts';
import { loadPage } from './load-page.ts';
import { failed } from './visits.shared.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a site that leads to an address, whatever is asked for, and gives its own. */
async function siteThatLeadsTo(location: string): Promise<string> {
  const site = createServer((_request, response) => {
    response.writeHead(302, { location }).end();
  });
  ends.push(() => new Promise((closed) => site.close(closed)));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('the site does not listen');
  return `http://127.0.0.1:${address.port}/`;
}

describe('watchDocuments', () => {
  it('knows where a redirect leads though the browser is late with the headers of the redirect', async () => {
    const url = await siteThatLeadsTo('http://no-such-host.invalid/');
    const pool = createBrowserPool({ openGate: () => openGate() });
    ends.push(() => pool.close());
    const place = await pool.take(undefined);
    ends.push(() => place.release());
    const session = sessionOf(place.page);
    const emit = session.emit.bind(session);
    session.emit = (type, event) => {
      if (type !== 'Network.responseReceivedExtraInfo') return emit(type, event);
      void sleep(500).then(() => emit(type, event));
      return true;
    };
    expect(await failed(loadPage(place, { source: { url } }, 'loopback'))).toMatchObject({
      failure: 'network',
      detail: 'ERR_NAME_NOT_RESOLVED',
    });
  });
});
