import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../spec/contract.ts';
import type { Endpoint } from '../../../spec/endpoint.ts';
import { requirementById } from '../../../spec/requirements.ts';
import { transcriptOperations } from '../../../spec/vectors/inference.ts';
import { caseNames, readCase, readTranscript } from './cases.ts';
import { getOrder, readFrame } from './structure.ts';

const cases = caseNames().map(readCase);
const recorded = cases.flatMap((item) => {
  const transcript = readTranscript(item.name);
  return transcript ? [{ item, transcript }] : [];
});

describe('the cases of fixtures/inference', () => {
  test('have all been recorded', () => {
    expect(recorded.length).toBe(cases.length);
  });

  test('have unique titles that say what happens', () => {
    const titles = cases.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => /[.]$|\bshould\b/.test(title))).toEqual([]);
  });

  test('name existing requirements, each once', () => {
    const unknown = cases.flatMap(({ name, requirements }) =>
      requirements
        .filter((id, index) => !requirementById(id) || requirements.indexOf(id) !== index)
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test('have different requests', () => {
    const requests = cases.map(({ operation, model, headers, body, text }) =>
      JSON.stringify([operation, model, headers, body, text]),
    );
    expect(requests.filter((one, index) => requests.indexOf(one) !== index)).toEqual([]);
  });

  test.each(transcriptOperations)('have a success and a refusal of %s', (operation) => {
    const statuses = recorded
      .filter(({ item }) => item.operation === operation)
      .map(({ transcript }) => transcript.status);
    expect(statuses.some((status) => status === 200)).toBe(true);
    expect(statuses.some((status) => status >= 400)).toBe(true);
  });
});

describe('the transcripts of fixtures/inference', () => {
  test('fit the contract of their operation', () => {
    const faults = recorded.flatMap(({ item, transcript: { status, answer } }) => {
      const endpoint: Endpoint = contract[item.operation];
      if (answer.kind === 'digest') return [];
      if (answer.kind === 'json') {
        const { body } = answer;
        const result = endpoint.answer === 'envelope' ? (body as { result?: unknown }).result : body; // an envelope has it
        const schema = status < 400 ? endpoint.result : endpoint.errorShape?.schema;
        const parsed = schema?.safeParse(status < 400 ? result : body);
        return parsed?.success ? [] : [`${item.name}: ${parsed?.error.message}`];
      }
      const frames = answer.frames.map(readFrame).filter(({ data }) => data !== endpoint.streamEnd);
      return frames
        .map(({ data }) => endpoint.events?.safeParse(data))
        .flatMap((parsed, at) =>
          parsed?.success ? [] : [`${item.name}, frame ${at}: ${parsed?.error.message}`],
        );
    });
    expect(faults).toEqual([]);
  });

  test.each([
    ['chat-stream', ['begin', 'choices content', 'finish stop', '[DONE]']],
    ['run-stream', ['response', 'usage', '[DONE]']],
    [
      'messages-stream',
      [
        'message_start',
        'content_block_start',
        'content_block_delta text_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ],
    ],
  ])('of %s have their events in the order of the format', (name, order) => {
    const answer = readTranscript(name)?.answer;
    expect(answer?.kind === 'events' && getOrder(answer.frames.map(readFrame))).toEqual(order);
  });
});

describe('structured answers of fixtures/inference', () => {
  const ajv = new Ajv2020({ strict: true });

  /** The value in a transcript at a path of members and indexes. */
  const at = (name: string, ...path: readonly (string | number)[]): unknown => {
    const answer = readTranscript(name)?.answer;
    const body: unknown = answer?.kind === 'json' ? answer.body : undefined;
    return path.reduce<unknown>((value, key) => Object(value)[key], body);
  };
  const message = ['choices', 0, 'message'] as const;
  const call = [...message, 'tool_calls', 0, 'function', 'arguments'] as const;

  test.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
    ['chat-json-schema', [...message, 'content'], ['response_format', 'json_schema', 'schema']],
    ['responses-json-schema', ['output', 0, 'content', 0, 'text'], ['text', 'format', 'schema']],
    ['run-json-mode', ['result', 'response'], ['response_format', 'json_schema']],
    ['chat-tool-call', call, ['tools', 0, 'function', 'parameters']],
    ['chat-two-tool-calls', call, ['tools', 0, 'function', 'parameters']],
    ['responses-tool-call', ['output', 0, 'arguments'], ['tools', 0, 'parameters']],
    ['messages-tool-use', ['content', 0, 'input'], ['tools', 0, 'input_schema']],
    ['run-tool-call', ['result', 'tool_calls', 0, 'arguments'], ['tools', 0, 'parameters']],
  ])(
    'of %s conform to the schema of the request, according to another validator',
    (name, place, schemaPlace) => {
      const output = at(name, ...place);
      const value: unknown = typeof output === 'string' ? JSON.parse(output) : output;
      const schema = schemaPlace.reduce<unknown>((all, key) => Object(all)[key], readCase(name).body);
      const validate = ajv.compile(Object(schema));
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({}), 'the schema allows anything').toBe(false);
    },
  );
});
