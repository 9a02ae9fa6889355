import { expect, it } from 'vitest';
import { createSocketResponses } from './socket-response.ts';

const usual = { 'content-type': 'application/json', 'cf-ray': 'a-TST', 'ratelimit-policy': 'q' };
const shown = (response: Response) => Object.fromEntries(response.headers);

it('gives each answer its own headers, whatever those of other answers are', () => {
  const socketResponse = createSocketResponses();
  const records: Record<string, string>[] = [
    usual,
    { ...usual, 'cf-ray': 'b-TST' },
    { ...usual, 'cf-ray': 'c-TST', 'retry-after': '3' },
    { ...usual, 'cf-ray': 'd-TST' },
    { 'content-type': 'text/plain' },
    {},
    { ...usual, 'cf-ray': 'e-TST' },
    { 'cf-ray': 'f-TST', 'content-type': 'application/json', 'ratelimit-policy': 'q' },
  ];
  for (const operation of ['zones.zone.get', null]) {
    const made = records.map((headers) => socketResponse(null, { status: 200, headers }, operation));
    expect(made.map(shown)).toEqual(records);
  }
});

it('keeps the answers of operations apart', () => {
  const socketResponse = createSocketResponses();
  const of = (operation: string, ray: string) =>
    shown(socketResponse(null, { status: 200, headers: { ...usual, 'cf-ray': ray } }, operation));
  expect(of('zones.zone.get', 'a')).toEqual({ ...usual, 'cf-ray': 'a' });
  expect(of('zones.zone.list', 'b')).toEqual({ ...usual, 'cf-ray': 'b' });
  expect(of('zones.zone.get', 'c')).toEqual({ ...usual, 'cf-ray': 'c' });
});

it('lets nobody change the headers of the next', async () => {
  const socketResponse = createSocketResponses();
  const make = () => socketResponse('{}', { status: 201, headers: usual }, 'zones.zone.get');
  const first = make();
  first.headers.set('cf-ray', 'changed');
  first.headers.delete('content-type');
  const second = make();
  expect(shown(second)).toEqual(usual);
  expect([second.status, await second.text()]).toEqual([201, '{}']);
});

it('gives the next answer its own headers after one whose headers are refused', () => {
  const socketResponse = createSocketResponses();
  const make = (headers: Record<string, string>) =>
    socketResponse(null, { status: 200, headers }, 'zones.zone.get');
  make(usual);
  expect(() => make({ ...usual, 'cf-ray': 'b-TST', 'ratelimit-policy': 'two\nlines' })).toThrow(TypeError);
  expect(shown(make(usual))).toEqual(usual);
});
