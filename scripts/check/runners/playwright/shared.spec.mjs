import { test as base } from '@playwright/test';
import { platformFixtures } from 'touchstone/playwright';
import { runShared, sharedTests } from '../shared/shared-test.ts';

const test = base.extend(platformFixtures());

/** The `fetch` of a page: requests go through the browser and are routed from there. */
function createFetch(page) {
  return async (url, init = {}) => {
    const request = new Request(url, init);
    const sent = {
      url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      bytes: [...new Uint8Array(await request.arrayBuffer())],
    };
    const received = await page.evaluate(async ({ url, method, headers, bytes }) => {
      const body = bytes.length === 0 ? undefined : new Uint8Array(bytes);
      const answer = await fetch(url, { method, headers, body });
      const { status, statusText } = answer;
      return {
        init: { status, statusText, headers: [...answer.headers] },
        bytes: [...new Uint8Array(await answer.arrayBuffer())],
      };
    }, sent);
    return new Response(received.bytes.length === 0 ? null : new Uint8Array(received.bytes), received.init);
  };
}

for (const shared of sharedTests) {
  test(shared.title, async ({ page, mock, platform }) => {
    // Any page of this origin, so that requests come from it.
    await page.goto(`http://${platform.zoneName}/start`);
    await runShared(shared, { mock, platform, fetch: createFetch(page), renders: true });
  });
}
