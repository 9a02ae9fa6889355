import { describe, expect, test } from 'vitest';
import type { UploadedBody } from '../../../api/call.ts';
import { getModel } from './testing/perform.ts';
import { inputOfUpload } from './upload-input.ts';

const bytes = Uint8Array.of(1, 2, 3);
const upload = (mediaType: string, content = bytes): UploadedBody => ({
  type: 'bytes',
  bytes: content,
  mediaType,
});

function form(...fields: readonly (readonly [string, string | Blob])[]): UploadedBody {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return { type: 'multipart', form: data, bytes };
}

describe('inputOfUpload', () => {
  test.each([
    ['@cf/microsoft/resnet-50', 'image/png', { image: bytes }],
    ['@cf/llava-hf/llava-1.5-7b-hf', 'IMAGE/JPEG', { image: bytes }],
    ['@cf/openai/whisper', 'audio/mpeg; codecs=mp3', { audio: bytes }],
    ['@cf/deepgram/nova-3', 'audio/wav', { audio: { body: bytes, contentType: 'audio/wav' } }],
  ])('makes the input of %s from a body of %s', (id, mediaType, input) => {
    const read = inputOfUpload(getModel(id), upload(mediaType), {});
    expect(read).toEqual(input);
    expect(getModel(id).input.safeParse(read).success).toBe(true);
  });

  test('reads options from the query, each in the type that the model takes', () => {
    const query = {
      queueRequest: false,
      detect_language: 'true',
      language: '7',
      utt_split: '0.5',
      tag: ['a'],
    };
    expect(inputOfUpload(getModel('@cf/deepgram/nova-3'), upload('audio/wav'), query)).toEqual({
      audio: { body: bytes, contentType: 'audio/wav' },
      detect_language: true,
      language: '7',
      utt_split: 0.5,
      tag: ['a'],
    });
  });

  test('lets no option replace the body', () => {
    const read = inputOfUpload(getModel('@cf/openai/whisper'), upload('audio/wav'), { audio: 'x' });
    expect(read).toEqual({ audio: bytes });
  });

  test('reads fields and files of a form, repeated ones as a list', () => {
    const file = new File(['x'], 'x.png');
    const read = inputOfUpload(
      getModel('@cf/black-forest-labs/flux-2-dev'),
      form(['prompt', 'a cat'], ['width', '512'], ['input_image_0', file], ['tag', 'a'], ['tag', 'b']),
      {},
    );
    expect(read).toMatchObject({ prompt: 'a cat', width: '512', tag: ['a', 'b'] });
    expect(read['input_image_0']).toBeInstanceOf(Blob);
    const checked = getModel('@cf/black-forest-labs/flux-2-dev').input.safeParse(read);
    expect(checked).toMatchObject({ success: true, data: { width: 512 } });
  });

  test.each([
    ['@cf/openai/whisper', upload('image/png'), 'image/png', 'application/octet-stream or audio/*'],
    ['@cf/microsoft/resnet-50', form(['image', 'x']), 'multipart/form-data', 'image/*'],
    ['@cf/baai/bge-base-en-v1.5', upload('text/csv'), 'text/csv', 'send application/json'],
    ['@cf/black-forest-labs/flux-2-dev', upload('image/png'), 'image/png', 'multipart/form-data'],
    ['@cf/openai/whisper-large-v3-turbo', upload('audio/wav'), 'audio/wav', 'send application/json'],
  ])('refuses for %s what it does not support', (id, body, type, wanted) => {
    expect(() => inputOfUpload(getModel(id), body, {})).toThrow(
      expect.objectContaining({
        failure: 'model-input-media',
        message: expect.stringMatching(new RegExp(`${type}.*${wanted.replace(/[*/]/g, '.')}`)),
      }),
    );
  });

  test('refuses an empty body', () => {
    expect(() =>
      inputOfUpload(getModel('@cf/openai/whisper'), upload('audio/wav', new Uint8Array()), {}),
    ).toThrow(expect.objectContaining({ failure: 'run-body-missing' }));
  });
});
