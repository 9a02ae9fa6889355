import { createElement, useEffect, useState } from 'react';
import { expect } from 'storybook/test';
import { runInTenant, sharedTests } from '../shared/shared-test.ts';
import { mock } from './mock.mjs';

/** A typical component: it calls the API and shows the result. */
function Zone({ id, token }) {
  const [name, setName] = useState('…');
  useEffect(() => {
    const headers = { authorization: `Bearer ${token}` };
    fetch(`https://api.cloudflare.com/client/v4/zones/${id}`, { headers })
      .then((answer) => answer.json())
      .then(({ result }) => setName(result.name));
  }, [id, token]);
  return createElement('h1', null, name);
}

// biome-ignore lint/style/noDefaultExport: Storybook reads what stories have in common from the default export.
export default { component: Zone, args: { id: mock.defaults.zoneId, token: mock.defaults.apiToken } };

export const Shown = {
  async play({ canvas }) {
    await expect(await canvas.findByText('example.localhost')).toBeVisible();
  },
};

export const Shared = {
  async play({ step }) {
    for (const shared of sharedTests) {
      await step(shared.title, () =>
        runInTenant(shared, mock, { fetch: (url, init) => fetch(url, init), renders: false }),
      );
    }
  },
};
