import { describe, expect, test } from 'vitest';
import {
  type EmbeddingsRequest,
  embeddingsAnswerSchema,
} from '../../../../spec/services/inference/formats/embeddings.ts';
import { fromBase64 } from '../../../engines/models/base64.ts';
import { askForVectors } from './ask-for-vectors.ts';
import { getModel, getResult, scripted } from './testing/perform.ts';

const id = '@cf/baai/bge-base-en-v1.5';

async function ask(request: Pick<EmbeddingsRequest, 'input' | 'encoding_format' | 'dimensions'>) {
  const asking = askForVectors(getModel(id), { model: id, ...request }, scripted);
  const { body, mediaType, outcome } = await asking(new AbortController().signal);
  const answer = embeddingsAnswerSchema.parse(JSON.parse(String(body)));
  return { answer, mediaType, ...outcome() };
}

describe('askForVectors', () => {
  test('returns the vectors of the run endpoints, in order', async () => {
    const { data } = await getResult<{ data: number[][] }>(id, { text: ['one', 'two'] });
    const { answer, mediaType, usage } = await ask({ input: ['one', 'two'] });
    expect(mediaType).toBe('application/json');
    expect(answer.data.map(({ embedding }) => embedding)).toEqual(data);
    expect(answer.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(answer).toMatchObject({ model: id, usage: { prompt_tokens: usage?.inputTokens } });
  });

  test('cuts texts as the run endpoints do', async () => {
    const long = 'word '.repeat(1000);
    const { data } = await getResult<{ data: number[][] }>(id, { text: long });
    expect((await ask({ input: long })).answer.data[0]?.embedding).toEqual(data[0]);
  });

  test('returns the same vector in both encodings', async () => {
    const plain = (await ask({ input: 'one', encoding_format: 'float' })).answer.data[0]?.embedding;
    const coded = (await ask({ input: 'one', encoding_format: 'base64' })).answer.data[0]?.embedding;
    expect([...new Float32Array(fromBase64(String(coded)).buffer)]).toEqual(plain);
  });

  test('returns shorter vectors, and refuses longer ones than the model has', async () => {
    const { answer } = await ask({ input: 'one', dimensions: 16 });
    expect(answer.data[0]?.embedding).toHaveLength(16);
    await expect(ask({ input: 'one', dimensions: 769 })).rejects.toMatchObject({ reason: 'bad-input' });
  });
});
