import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toJsonSchema } from '../../spec/openapi/json-schema.ts';
import { type JsonSchema, schemaWords } from '../../spec/openapi/schema-words.ts';
import { openapiDocument } from '../../spec/openapi.ts';
import { type LineSetting, schemaLines } from './schema-lines.ts';

const json = (schema: z.ZodType): JsonSchema => toJsonSchema(schema, 'input');
const document = openapiDocument({ version: '0', server: 'http://localhost' });
const input: LineSetting = { document, io: 'input' };
const output: LineSetting = { document, io: 'output' };

describe('the description of a value', () => {
  it.each([
    ['text, 1 to 50 characters', z.string().min(1).max(50)],
    ['`"log"` or `"block"`', z.enum(['log', 'block'])],
    ['whole number, 5 to 50, `20` by default', z.int().min(5).max(50).default(20)],
    ['list of texts, exactly 2 items', z.array(z.string()).length(2)],
    ['text, or `null`', z.string().nullable()],
    ['UUID', z.uuid()],
    ['text, not empty', z.string().min(1)],
    ['object, or list of objects', z.union([z.union([z.object({}), z.array(z.object({}))]), z.object({})])],
    ['anything', z.unknown()],
    ['`true`', z.literal(true)],
    ['object', z.object({})],
  ])('says: %s', (words, schema) => {
    expect(schemaWords(json(schema), input)).toBe(words);
  });
});

describe('the members of a schema', () => {
  it('are listed with their own members, one below the other', () => {
    const schema = z.object({
      title: z.string().max(50),
      keys: z.array(z.object({ kid: z.string().optional() })),
    });
    expect(schemaLines(json(schema), input)).toEqual([
      '- `title` (required): text, at most 50 characters',
      '- `keys` (required): list of objects',
      '  - `kid`: text',
    ]);
  });

  it('mark what a request requires, and what an answer may lack', () => {
    const schema = json(z.object({ a: z.string(), b: z.string().optional() }));
    expect(schemaLines(schema, input)).toEqual(['- `a` (required): text', '- `b`: text']);
    expect(schemaLines(schema, output)).toEqual(['- `a`: text', '- `b` (may be missing): text']);
  });

  it('are listed for each form of a value', () => {
    const schema = z.union([z.object({ text: z.string() }), z.object({ size: z.int() })]);
    expect(schemaLines(json(schema), output).filter((line) => !line.startsWith(' '))).toEqual([
      '- form 1: object',
      '- form 2: object',
    ]);
  });

  it('end where a schema refers to itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const recursive = { ...document, components: { ...document.components, schemas: { Node: node } } };
    expect(schemaLines(node, { document: recursive, io: 'input' })).toHaveLength(5);
  });

  it('are those of what a schema refers to, or a link to the section of it', () => {
    const schema = { type: 'array', items: { $ref: '#/components/schemas/ResultInfo' } };
    expect(schemaLines(schema, output)[0]).toBe('- `page`: whole number, at least 1');
    const linked = { ...output, sections: new Map([['ResultInfo', '#resultinfo']]) };
    expect(schemaLines(schema, linked)).toEqual([]);
    expect(schemaWords(schema, linked)).toBe('list of [ResultInfo](#resultinfo)');
  });

  it('end at the limit, and say how many are left', () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`m${at}`, z.string()]));
    const lines = schemaLines(json(z.object(many)), input);
    expect(lines).toHaveLength(81);
    expect(lines.at(-1)).toContain('and 10 more lines');
  });
});
