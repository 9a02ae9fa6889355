import { expect, it } from 'vitest';
import { headersFor, withServiceHeaders } from './service-headers.ts';

const api = 'https://tiny.invalid/client/v4';
const usual = { authorization: 'Bearer everything' };
const given = {
  inference: { Authorization: 'Bearer models', 'x-tenant': 'ours' },
  'token-validation': { authorization: '', 'x-auth-key': 'secret' },
};

it.each([
  ['/accounts/1/ai/run', { authorization: 'Bearer models', 'x-tenant': 'ours' }],
  ['/zones/1/token_validation/config?page=1', { 'x-auth-key': 'secret' }],
  ['/accounts/1/ai-gateway/gateways', usual],
  ['/zones/1', usual],
])('adds the headers of the service to %s', (path, expected) => {
  expect(headersFor(`${api}${path}`, usual, given)).toEqual(expected);
});

it.each([
  ['sets', { authorization: 'Bearer wrong', 'x-tenant': 'other' }],
  ['leaves out', { 'x-tenant': 'other' }],
])('keeps what a request %s itself', (_, headers) => {
  const sent = { method: 'POST', url: `${api}/accounts/1/ai/run`, headers };
  expect(withServiceHeaders(sent, usual, given).headers).toEqual(headers);
});
