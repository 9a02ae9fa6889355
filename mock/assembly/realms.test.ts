import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createMock } from './create-mock.ts';

/** Makes a value in another realm, as some test runners do. */
function realm(): (source: string) => unknown {
  const context = createContext({});
  return (source) => runInContext(source, context);
}

const bytes = 'new Uint8Array([104, 105])';

describe('values of another realm', () => {
  it.each([bytes, `${bytes}.buffer`, `new DataView(${bytes}.buffer)`])(
    'can be put into buckets: %s',
    async (source) => {
      const { FILES } = createMock().bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
      // A value from a test has the types of the test's realm.
      await FILES.put('a', realm()(source) as ArrayBuffer);
      const found = await FILES.get('a');
      expect(found && 'text' in found && (await found.text())).toBe('hi');
    },
  );

  it('are read from streams into buckets', async () => {
    const { FILES } = createMock().bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    const chunk = realm()(bytes);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(chunk);
        controller.close();
      },
    });
    await FILES.put('a', stream);
    expect(await FILES.head('a')).toMatchObject({ size: 2 });
  });

  it('are conditions of buckets, as dates', async () => {
    const { FILES } = createMock().bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    await FILES.put('a', 'text');
    const uploadedBefore = realm()('new Date(0)') as Date;
    const found = await FILES.get('a', { onlyIf: { uploadedBefore } });
    expect(found && 'body' in found).toBe(false);
  });

  it('match requests in model replies, as regular expressions', async () => {
    const mock = createMock();
    const text = realm()('/weather/') as RegExp;
    mock.models.add({ match: { text }, reply: { text: 'Sunny.' } });
    const { AI } = mock.bindings({ ai: { binding: 'AI' } });
    const answer = await AI.run('@cf/meta/llama-3.1-8b-instruct', { prompt: 'How is the weather?' });
    expect(answer).toMatchObject({ response: 'Sunny.' });
  });
});
