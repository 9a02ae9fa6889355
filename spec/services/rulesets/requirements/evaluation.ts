import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** How the rules of the two evaluated phases act on the requests of a zone. */
export const rulesetEvaluationRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Rules language actions', certainty: 'documented', feature: 'edge' },
    {
      'RS-EVAL-1': 'A `block` stops the request with status 403 and an HTML page.',
      'RS-EVAL-2': 'A `block` with a response returns its status, content and content type.',
      'RS-EVAL-3': 'A `challenge` stops the request.',
      'RS-EVAL-4': 'A `js_challenge` stops the request.',
      'RS-EVAL-5': 'A `managed_challenge` stops the request.',
      'RS-EVAL-6': 'A `log` lets the request continue to the next rules.',
      'RS-EVAL-7': 'The first rule that stops a request decides its answer.',
      'RS-EVAL-8': 'A rule that is not enabled does nothing.',
      'RS-EVAL-9': 'A `skip` of the current ruleset skips the rest of its rules.',
      'RS-EVAL-10': 'A `skip` of the current phase skips the rest of its rules.',
      'RS-EVAL-11': 'A `skip` of rules skips only those rules.',
      'RS-EVAL-12': 'A `skip` that does not match skips nothing.',
      'RS-EVAL-13': 'An account rule that executes a custom ruleset runs its rules.',
      'RS-EVAL-14': 'A `skip` of a ruleset skips the rules of that ruleset.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Detect a Challenge Page response',
      certainty: 'documented',
      feature: 'edge',
    },
    { 'RS-EVAL-15': 'A challenge page has status 403 and the header `cf-mitigated: challenge`.' },
  ),
  ...statements(
    { passage: 'decision record 4: Rules on the way of a request', certainty: 'inferred', feature: 'edge' },
    {
      'RS-EVAL-16': 'The rules of the account run before those of the zone.',
      'RS-EVAL-17': 'A changed rule applies from the next request.',
      'RS-EVAL-18': 'A rule reads the form of a request, and the origin still gets it.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Firewall events log fields: Source and Action',
      certainty: 'documented',
      feature: 'events',
    },
    {
      'RS-EVT-1': 'A custom rule that acts is recorded with the source `firewallCustom`.',
      'RS-EVT-2': 'The event of a custom rule has its action, with challenges as one word.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Rules on the way of a request', certainty: 'inferred', feature: 'events' },
    {
      'RS-EVT-3': 'The event of a custom rule names the rule and its ruleset.',
      'RS-EVT-4': 'A custom rule that does not match is not recorded.',
      'RS-EVT-6': 'A request that a custom rule stops causes no violation of a token validation rule.',
      'RS-EVT-7': 'A custom rule that logs and a token validation rule that blocks are both recorded.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Rules language fields: http.request.jwt.claims',
      certainty: 'documented',
      feature: 'edge',
    },
    {
      'RS-CLAIM-1': '`http.request.jwt.claims.iss` holds the issuer by the id of the configuration.',
      'RS-CLAIM-2': '`http.request.jwt.claims.sub` holds the subject by the id of the configuration.',
      'RS-CLAIM-3': '`lookup_json_string` reads a nested claim by a chain of names.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Check a JWT claim to protect an admin user',
      certainty: 'documented',
      feature: 'signals',
    },
    {
      'RS-CLAIM-11':
        'A rule on a claim and an attack score challenges only requests that meet both conditions.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare docs, Configuration Rules settings',
      certainty: 'inferred',
      feature: 'edge-settings',
    },
    {
      'RS-SET-1': 'A configuration rule applies its settings to the requests that it matches.',
      'RS-SET-2': 'A later configuration rule overwrites an earlier one for the same setting.',
      'RS-SET-3': 'A later configuration rule does not change settings that it does not name.',
      'RS-SET-4': 'A configuration rule overrides the setting of the zone.',
      'RS-SET-5': 'A custom rule that skips the phase skips the configuration rules.',
    },
  ),
]);
