import { pageResponse } from '../pages.ts';
import type { ZoneRequest } from '../zone-request.ts';
import { isRecord, textOr } from './parameters.ts';
import type { Match } from './run-phase.ts';

/** What each challenge asks of the visitor; nobody can pass one here. */
const challenges: Readonly<Record<string, string>> = {
  challenge: 'an interactive challenge',
  js_challenge: 'a challenge for JavaScript',
  managed_challenge: 'a managed challenge',
};

/**
 * What a client gets whose request a custom rule stops: the rule's own response, the page of a challenge
 * with `cf-mitigated: challenge`, or the page of a block.
 */
export function firewallAnswer({ rule, action }: Match, request: ZoneRequest, ray: string): Response {
  const challenge = challenges[action];
  if (challenge !== undefined) {
    const lines = [`${request.host} wants ${challenge} before this request goes on.`, `Ray ${ray}`];
    return pageResponse(403, 'One moment', lines, { 'cf-mitigated': 'challenge' });
  }
  const custom = rule.action_parameters?.['response'];
  if (isRecord(custom)) return customResponse(custom);
  return pageResponse(403, 'Blocked', [
    `${request.host} refused this request: a rule of the zone forbids it.`,
    `Ray ${ray}`,
  ]);
}

/** Fact sheet token-validation, section 9.2: `action_parameters.response` of a block. */
function customResponse(custom: Readonly<Record<string, unknown>>): Response {
  const { status_code, content, content_type } = custom;
  return new Response(textOr(content, ''), {
    status: typeof status_code === 'number' ? status_code : 403,
    headers: {
      'content-type': textOr(content_type, 'text/plain'),
      'cache-control': 'private, no-store',
    },
  });
}
