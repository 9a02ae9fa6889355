import { ApiError } from '../../../../spec/errors.ts';
import {
  type DlpCheck,
  type DlpFinding,
  dlpPolicies,
  dlpProfiles,
} from '../../../../spec/services/ai-gateway/guardrails.ts';
import { entriesFound } from './data-profiles.ts';
import type { Passage } from './passage.ts';

/**
 * Looks at a text by the data rules of its gateway, and notes what was found for the header `cf-aig-dlp`: fact
 * sheet inference, sections 6.2 and 6.6.
 *
 * @throws ApiError `dlp-request-blocked`, `dlp-response-blocked`
 */
export function checkData(passage: Passage, check: DlpCheck, text: string): void {
  const { dlp } = passage.gateway;
  if (!dlp) return;
  const policies = dlpPolicies(dlp).filter(({ checks }) => checks.includes(check));
  if (policies.length === 0) return;
  let blocks = false;
  for (const { id, action, profiles } of policies) {
    const findings = profiles.flatMap((profile) => findingsOf(profile, { id, check }, text));
    if (findings.length === 0) continue;
    blocks ||= action === 'BLOCK';
    const before = passage.dlp?.findings ?? [];
    const harder = action === 'BLOCK' || passage.dlp?.action === 'BLOCK' ? 'BLOCK' : 'FLAG';
    passage.dlp = { findings: [...before, ...findings], action: harder };
  }
  if (blocks) throw new ApiError(check === 'REQUEST' ? 'dlp-request-blocked' : 'dlp-response-blocked');
}

function findingsOf(
  profile: string,
  { id, check }: { readonly id: string; readonly check: DlpCheck },
  text: string,
): DlpFinding[] {
  if (!Object.hasOwn(dlpProfiles, profile)) return [];
  const entries = entriesFound(dlpProfiles[profile as keyof typeof dlpProfiles], text); // it is one of them
  if (entries.length === 0) return [];
  return [{ profile: { context: {}, entry_ids: entries, profile_id: profile }, policy_ids: [id], check }];
}
