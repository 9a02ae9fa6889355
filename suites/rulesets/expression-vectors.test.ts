import { describe, expect, test } from 'vitest';
import { requirementById } from '../../spec/requirements.ts';
import type { EvaluationVector } from '../../spec/vectors/expressions.ts';
import { byRequirement, getRequest, refusedVectors, sendableVectors } from './expression-vectors.ts';

const vector = (fields: EvaluationVector['fields'], expression = 'http.host eq "a"'): EvaluationVector => ({
  id: 'a',
  about: 'eq',
  place: 'custom_rules',
  certainty: 'documented',
  expression,
  fields,
  result: true,
});

describe('the vectors that are sent', () => {
  test('are most of the vectors that cover a sentence', () => {
    expect(sendableVectors.length).toBeGreaterThan(250);
    expect(refusedVectors.length).toBeGreaterThan(80);
  });

  test('cover every sentence about evaluation that this project owns', () => {
    const shown = new Set(byRequirement(sendableVectors).map(([id]) => id));
    const named = sendableVectors.flatMap(({ requirement }) => requirement ?? []);
    expect(named.filter((id) => !requirementById(id))).toEqual([]);
    expect(shown.size).toBeGreaterThan(50);
  });

  test.each<[string, EvaluationVector['fields'], ReturnType<typeof getRequest>]>([
    ['nothing', {}, { method: 'GET', path: '/', headers: {} }],
    [
      'method, path and query',
      { 'http.request.method': 'PUT', 'http.request.uri.path': '/a', 'http.request.uri.query': 'b=c' },
      { method: 'PUT', path: '/a?b=c', headers: {} },
    ],
    ['a whole URI', { 'http.request.uri': '/a?b' }, { method: 'GET', path: '/a?b', headers: {} }],
    [
      'query arguments',
      { 'http.request.uri.args': { a: ['1', '2'], b: ['3'] } },
      { method: 'GET', path: '/?a=1&a=2&b=3', headers: {} },
    ],
    [
      'cookies and a referer',
      { 'http.request.cookies': { a: ['1'], b: ['2'] }, 'http.referer': 'x' },
      { method: 'GET', path: '/', headers: { cookie: 'a=1; b=2', referer: 'x' } },
    ],
    [
      'headers',
      { 'http.request.headers': { 'x-v': ['a b'] } },
      { method: 'GET', path: '/', headers: { 'x-v': 'a b' } },
    ],
    ['a repeated header', { 'http.request.headers': { 'x-v': ['a', 'b'] } }, undefined],
    ['a header with an empty value', { 'http.request.headers': { 'x-v': [''] } }, undefined],
    ['a header outside ASCII', { 'http.referer': 'é' }, undefined],
    ['a space in the path', { 'http.request.uri.path': '/a b' }, undefined],
    ['an address', { 'ip.src': '203.0.113.7' }, undefined],
  ])('have %s of the vector', (_, fields, request) => {
    expect(getRequest(vector(fields))).toEqual(request);
  });

  test.each(['ssl', 'ip.src eq 203.0.113.7', 'cf.waf.score lt 40', 'http.request.body.size gt 1'])(
    "contain none that the client can't control: %s",
    (expression) => {
      expect(getRequest(vector({}, expression))).toBeUndefined();
    },
  );
});
