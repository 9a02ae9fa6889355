import { ApiError } from '../../../../spec/errors.ts';
import {
  type DlpCheck,
  type DlpFinding,
  dlpPolicies,
  dlpProfiles,
} from '../../../../spec/services/ai-gateway/guardrails.ts';
import type { GatewayRun } from './gateway-run.ts';

/**
 * Checks a text against the data rules of its gateway, and records the findings for the header `cf-aig-dlp`: Cloudflare
 * docs, AI Gateway header glossary and AI Gateway data loss prevention.
 *
 * @throws ApiError `dlp-request-blocked`, `dlp-response-blocked`
 */
export function checkData(run: GatewayRun, check: DlpCheck, text: string): void {
  const { dlp } = run.gateway;
  if (!dlp) return;
  const policies = dlpPolicies(dlp).filter(({ checks }) => checks.includes(check));
  if (policies.length === 0) return;
  let blocks = false;
  for (const { id, action, profiles } of policies) {
    const findings = profiles.flatMap((profile) => getFindings(profile, { id, check }, text));
    if (findings.length === 0) continue;
    blocks ||= action === 'BLOCK';
    const before = run.dlp?.findings ?? [];
    const harder = action === 'BLOCK' || run.dlp?.action === 'BLOCK' ? 'BLOCK' : 'FLAG';
    run.dlp = { findings: [...before, ...findings], action: harder };
  }
  if (blocks) throw new ApiError(check === 'REQUEST' ? 'dlp-request-blocked' : 'dlp-response-blocked');
}

function getFindings(
  profile: string,
  { id, check }: { readonly id: string; readonly check: DlpCheck },
  text: string,
): DlpFinding[] {
  if (!Object.hasOwn(dlpProfiles, profile)) return [];
  const entries = entriesFound(dlpProfiles[profile as keyof typeof dlpProfiles], text); // it is one of them
  if (entries.length === 0) return [];
  return [{ profile: { context: {}, entry_ids: entries, profile_id: profile }, policy_ids: [id], check }];
}

type Entry = (typeof dlpProfiles)[keyof typeof dlpProfiles][number];

/** Whether a text matches an entry of a profile. */
const finders: Readonly<Record<Entry, (text: string) => boolean>> = {
  'card-number': (text) =>
    [...text.matchAll(/(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g)].some(([found]) => isCardNumber(found)),
  'us-social-security-number': (text) =>
    /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/.test(text),
  'aws-access-key': (text) => /(?<![A-Z0-9])AKIA[A-Z0-9]{16}(?![A-Z0-9])/.test(text),
  'private-key': (text) => /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(text),
};

/**
 * The entries of a profile that a text matches.
 *
 * @example
 * entriesFound(['card-number'], 'Pay with 4242 4242 4242 4242.') // ['card-number']
 */
export function entriesFound(entries: readonly Entry[], text: string): Entry[] {
  return entries.filter((entry) => finders[entry](text));
}

/** ISO/IEC 7812-1, annex B: the check digit of card numbers. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
