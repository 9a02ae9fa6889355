import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Listening } from '../../mock/index.ts';

describe('an application in a browser', { timeout: 90_000 }, () => {
  const mock = createMock({
    browser: { privateNetwork: 'allowed' },
    python: {
      run: async ({ code }) => ({ stdout: `ran ${code}`, stderr: '', results: [], durationMs: 1 }),
      status: async () => ({ found: true, product: 'a stub' }),
      close: async () => {},
    },
  });
  let planes: Listening;
  beforeAll(async () => {
    planes = await mock.listen({ port: 0 });
  });
  afterAll(() => mock.close());

  /** The content of a correct page. */
  async function getContent(page: object): Promise<{ status: number; content: string }> {
    const { accountId, apiToken } = mock.defaults;
    const answer = await mock.fetch(
      new Request(`http://localhost/client/v4/accounts/${accountId}/browser-rendering/content`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(page),
      }),
    );
    return { status: answer.status, content: await answer.text() };
  }

  it('shows the uploaded picture, and nothing else', async () => {
    const { defaults } = mock;
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><title>A cat</title></svg>';
    await fetch(`${planes.objects}/${defaults.allowedKey}`, {
      method: 'PUT',
      headers: { 'x-custom-auth-key': defaults.authKeySecret, 'content-type': 'image/svg+xml' },
      body: picture,
    });
    const shown = await getContent({ url: `${planes.objects}/${defaults.allowedKey}` });
    expect(shown.content).toContain('<title>A cat</title>');
    expect((await getContent({ url: `${planes.objects}/other` })).content).toContain('Forbidden');
  });

  it('answers a prompt that a page sends', async () => {
    const script = `fetch('/run', { method: 'POST', body: JSON.stringify({ input: 'What is 17 times 23?' }) })
      .then((answer) => answer.text()).then((text) => { document.body.innerHTML = '<p id="said"></p>'; said.textContent = text; });`;
    const { content } = await getContent({
      url: planes.interpreter,
      addScriptTag: [{ content: script }],
      waitForSelector: { selector: '#said' },
    });
    expect(content).toContain('ran print(17 * 23)');
  });
});
