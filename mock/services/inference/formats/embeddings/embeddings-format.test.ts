import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  embeddingsAnswerSchema,
  embeddingsRequestSchema,
} from '../../../../../spec/services/inference/formats/embeddings.ts';
import { embeddingsAnswer, encodeBase64, toEmbedding } from './embeddings-format.ts';

const model = '@cf/baai/bge-base-en-v1.5';
const vectors = [Float32Array.of(0.6, -0.8, 0), Float32Array.of(0.1, 1e-30, 1)];
const usage = { inputTokens: 4, outputTokens: 0 };

describe('the embeddings format', () => {
  test.each([
    [{ model, input: 'Hello' }, { texts: ['Hello'] }],
    [
      { model, input: ['a', 'b'], dimensions: 256 },
      { texts: ['a', 'b'], dimensions: 256 },
    ],
  ])('reads %j', (body, expected) => {
    expect(toEmbedding(embeddingsRequestSchema.parse(body))).toEqual(expected);
  });

  test.each(['float', 'base64', undefined] as const)(
    'returns an answer that fits the schema: %s',
    (encoding) => {
      const answer = embeddingsAnswer({ vectors, usage }, { model, encoding });
      expect(embeddingsAnswerSchema.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({
        data: [{ index: 0 }, { index: 1 }],
        usage: { prompt_tokens: 4, total_tokens: 4 },
      });
    },
  );

  test('writes little-endian floats', () => {
    expect(encodeBase64(Float32Array.of(1))).toBe('AACAPw==');
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true }), (vector) => {
        const view = new DataView(Uint8Array.from(atob(encodeBase64(vector)), (c) => c.charCodeAt(0)).buffer);
        expect(Array.from(vector, (_, index) => view.getFloat32(index * 4, true))).toEqual([...vector]);
      }),
    );
  });
});
