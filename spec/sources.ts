import type { Requirement } from './requirement.ts';

const cloudflare = 'https://developers.cloudflare.com/';
const github = 'https://github.com/';

/**
 * The sources of requirements besides the seeds, by the words at the start of their passages: an address, the path of a
 * document of this project, or null if no address is known.
 *
 * A passage is a source, optionally with a section: `Cloudflare docs, Artifacts REST API: Tokens`.
 */
export const sources: Readonly<Record<string, string | null>> = {
  // Documentation of the platform
  'Cloudflare API reference, Accounts': `${cloudflare}api/resources/accounts`,
  'Cloudflare API reference, D1': `${cloudflare}api/resources/d1/subresources/database`,
  'Cloudflare API reference, DNS records': `${cloudflare}api/resources/dns/subresources/records`,
  'Cloudflare API reference, KV': `${cloudflare}api/resources/kv/subresources/namespaces`,
  'Cloudflare API reference, Token validation': `${cloudflare}api/resources/token_validation`,
  'Cloudflare API reference, User tokens': `${cloudflare}api/resources/user/subresources/tokens`,
  'Cloudflare docs, AI Gateway caching': `${cloudflare}ai-gateway/features/caching/`,
  'Cloudflare docs, AI Gateway changelog': `${cloudflare}ai-gateway/changelog/`,
  'Cloudflare docs, AI Gateway data loss prevention': `${cloudflare}ai-gateway/features/dlp/`,
  'Cloudflare docs, AI Gateway guardrails': `${cloudflare}ai-gateway/features/guardrails/`,
  'Cloudflare docs, AI Gateway header glossary': `${cloudflare}ai-gateway/glossary/`,
  'Cloudflare docs, AI Gateway limits': `${cloudflare}ai-gateway/reference/limits/`,
  'Cloudflare docs, AI Gateway manage gateways': `${cloudflare}ai-gateway/configuration/manage-gateway/`,
  'Cloudflare docs, AI Gateway rate limiting': `${cloudflare}ai-gateway/features/rate-limiting/`,
  'Cloudflare docs, AI Gateway request handling': `${cloudflare}ai-gateway/configuration/request-handling/`,
  'Cloudflare docs, AI Gateway Run API': `${cloudflare}ai-gateway/usage/run-api/`,
  'Cloudflare docs, AI Gateway spend limits': `${cloudflare}ai-gateway/features/spend-limits/`,
  'Cloudflare docs, AI Gateway universal endpoint': `${cloudflare}ai-gateway/usage/universal/`,
  'Cloudflare docs, API rate limits': `${cloudflare}fundamentals/api/reference/limits/`,
  'Cloudflare docs, API Shield plans': `${cloudflare}api-shield/plans/`,
  'Cloudflare docs, Artifacts errors': `${cloudflare}artifacts/api/errors/`,
  'Cloudflare docs, Artifacts namespaces': `${cloudflare}artifacts/concepts/namespaces/`,
  'Cloudflare docs, Artifacts REST API': `${cloudflare}artifacts/api/rest-api/`,
  'Cloudflare docs, Artifacts Workers binding': `${cloudflare}artifacts/api/workers-binding/`,
  'Cloudflare docs, Browser Run /accessibilityTree': `${cloudflare}browser-run/quick-actions/accessibility-tree-endpoint/`,
  'Cloudflare docs, Browser Run /content': `${cloudflare}browser-run/quick-actions/content-endpoint/`,
  'Cloudflare docs, Browser Run /json': `${cloudflare}browser-run/quick-actions/json-endpoint/`,
  'Cloudflare docs, Browser Run /links': `${cloudflare}browser-run/quick-actions/links-endpoint/`,
  'Cloudflare docs, Browser Run /markdown': `${cloudflare}browser-run/quick-actions/markdown-endpoint/`,
  'Cloudflare docs, Browser Run /pdf': `${cloudflare}browser-run/quick-actions/pdf-endpoint/`,
  'Cloudflare docs, Browser Run /scrape': `${cloudflare}browser-run/quick-actions/scrape-endpoint/`,
  'Cloudflare docs, Browser Run /screenshot': `${cloudflare}browser-run/quick-actions/screenshot-endpoint/`,
  'Cloudflare docs, Browser Run /snapshot': `${cloudflare}browser-run/quick-actions/snapshot/`,
  'Cloudflare docs, Browser Run custom fonts': `${cloudflare}browser-run/features/custom-fonts/`,
  'Cloudflare docs, Browser Run errors': `${cloudflare}browser-run/reference/errors/`,
  'Cloudflare docs, Browser Run FAQ': `${cloudflare}browser-run/faq/`,
  'Cloudflare docs, Browser Run limits': `${cloudflare}browser-run/limits/`,
  'Cloudflare docs, Browser Run Quick Actions': `${cloudflare}browser-run/quick-actions/`,
  'Cloudflare docs, Check a JWT claim to protect an admin user': `${cloudflare}waf/custom-rules/use-cases/check-jwt-claim-to-protect-admin-user/`,
  'Cloudflare docs, Configuration Rules settings': `${cloudflare}rules/configuration-rules/settings/`,
  'Cloudflare docs, Configure JWT validation via the API': `${cloudflare}api-shield/security/jwt-validation/api/`,
  'Cloudflare docs, Create API token': `${cloudflare}fundamentals/api/get-started/create-token/`,
  'Cloudflare docs, Custom hostname status codes': `${cloudflare}cloudflare-for-platforms/cloudflare-for-saas/reference/status-codes/custom-hostnames/`,
  'Cloudflare docs, KV expiring keys': `${cloudflare}kv/api/write-key-value-pairs/#expiring-keys`,
  'Cloudflare docs, KV limits': `${cloudflare}kv/platform/limits/`,
  'Cloudflare docs, D1 database': `${cloudflare}d1/worker-api/d1-database/`,
  'Cloudflare docs, D1 errors': `${cloudflare}d1/observability/debug-d1/`,
  'Cloudflare docs, D1 foreign keys': `${cloudflare}d1/sql-api/foreign-keys/`,
  'Cloudflare docs, D1 import and export': `${cloudflare}d1/best-practices/import-export-data/`,
  'Cloudflare docs, D1 limits': `${cloudflare}d1/platform/limits/`,
  'Cloudflare docs, D1 return objects': `${cloudflare}d1/worker-api/return-object/`,
  'Cloudflare docs, D1 SQL statements': `${cloudflare}d1/sql-api/sql-statements/`,
  'Cloudflare docs, D1 Time Travel': `${cloudflare}d1/reference/time-travel/`,
  'Cloudflare docs, Deploy a custom ruleset': `${cloudflare}waf/account/custom-rulesets/create-dashboard/`,
  'Cloudflare docs, Detect a Challenge Page response': `${cloudflare}cloudflare-challenges/challenge-types/challenge-pages/detect-response/`,
  'Cloudflare docs, Endpoint Management': `${cloudflare}api-shield/management-and-monitoring/endpoint-management/`,
  'Cloudflare docs, Error responses': `${cloudflare}fundamentals/reference/error-responses/`,
  'Cloudflare docs, Firewall events log fields': `${cloudflare}logs/logpush/logpush-job/datasets/zone/firewall_events/`,
  'Cloudflare docs, GraphQL Analytics error responses': `${cloudflare}analytics/graphql-api/errors/`,
  'Cloudflare docs, GraphQL Analytics filtering': `${cloudflare}analytics/graphql-api/features/filtering/`,
  'Cloudflare docs, GraphQL Analytics introspection': `${cloudflare}analytics/graphql-api/features/discovery/introspection/`,
  'Cloudflare docs, GraphQL Analytics querying basics': `${cloudflare}analytics/graphql-api/getting-started/querying-basics/`,
  'Cloudflare docs, GraphQL Analytics settings node': `${cloudflare}analytics/graphql-api/features/discovery/settings/`,
  'Cloudflare docs, GraphQL Analytics sorting': `${cloudflare}analytics/graphql-api/features/sorting/`,
  'Cloudflare docs, HTTP requests log fields': `${cloudflare}logs/logpush/logpush-job/datasets/zone/http_requests/`,
  'Cloudflare docs, Increased limits for JWT validation configurations': null,
  'Cloudflare docs, JSON Web Tokens validation': `${cloudflare}api-shield/security/jwt-validation/`,
  'Cloudflare docs, Make API calls': `${cloudflare}fundamentals/api/how-to/make-api-calls/`,
  'Cloudflare docs, Markdown for Agents': `${cloudflare}fundamentals/reference/markdown-for-agents/`,
  'Cloudflare docs, Models': null,
  'Cloudflare docs, Querying Firewall Events with GraphQL': `${cloudflare}analytics/graphql-api/tutorials/querying-firewall-events/`,
  'Cloudflare docs, R2 limits': `${cloudflare}r2/platform/limits/`,
  'Cloudflare docs, R2 Workers API reference': `${cloudflare}r2/api/workers/workers-api-reference/`,
  'Cloudflare docs, R2, use R2 from Workers': `${cloudflare}r2/api/workers/workers-api-usage/`,
  'Cloudflare docs, Request Header Transform Rules fields': `${cloudflare}rules/transform/request-header-modification/reference/fields-functions/`,
  'Cloudflare docs, Response body inspection': `${cloudflare}rules/configuration-rules/response-body-inspection/`,
  'Cloudflare docs, Roll tokens': `${cloudflare}fundamentals/api/how-to/roll-token/`,
  'Cloudflare docs, Rules language actions': `${cloudflare}ruleset-engine/rules-language/actions/`,
  'Cloudflare docs, Rules language expressions': `${cloudflare}ruleset-engine/rules-language/expressions/`,
  'Cloudflare docs, Rules language fields': `${cloudflare}ruleset-engine/rules-language/fields/reference/`,
  'Cloudflare docs, Rules language functions': `${cloudflare}ruleset-engine/rules-language/functions/`,
  'Cloudflare docs, Rules language operators': `${cloudflare}ruleset-engine/rules-language/operators/`,
  'Cloudflare docs, Rules language values': `${cloudflare}ruleset-engine/rules-language/values/`,
  'Cloudflare docs, Ruleset JSON object': `${cloudflare}ruleset-engine/rulesets-api/json-object/`,
  'Cloudflare docs, Rulesets API': `${cloudflare}ruleset-engine/rulesets-api/`,
  'Cloudflare docs, Sequence rules': `${cloudflare}bots/concepts/sequence-rules/`,
  'Cloudflare docs, Token formats': `${cloudflare}fundamentals/api/get-started/token-formats/`,
  'Cloudflare docs, Workers AI batch API': `${cloudflare}workers-ai/features/batch-api/rest-api/`,
  'Cloudflare docs, Workers AI errors': `${cloudflare}workers-ai/platform/errors/`,
  'Cloudflare docs, Workers AI JSON mode': `${cloudflare}workers-ai/features/json-mode/`,
  'Cloudflare docs, Workers AI Markdown conversion': `${cloudflare}workers-ai/features/markdown-conversion/usage/rest-api/`,
  'Cloudflare docs, Workers AI OpenAI compatible API endpoints': `${cloudflare}workers-ai/configuration/open-ai-compatibility/`,
  'Cloudflare docs, Workers AI reject if busy': `${cloudflare}workers-ai/features/reject-if-busy/`,
  'published pages of Markdown for Agents': `${cloudflare}fundamentals/reference/markdown-for-agents/index.md`,
  // Types and source code of the platform
  'Cloudflare API schemas': `${github}cloudflare/api-schemas`,
  'Cloudflare OpenAPI document': `${github}cloudflare/cloudflare-typescript`,
  'Cloudflare Workers types': `${github}cloudflare/workerd/tree/main/types`,
  'cloudflare-typescript': `${github}cloudflare/cloudflare-typescript`,
  'cloudflare-typescript, AI': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/ai`,
  'cloudflare-typescript, AI Gateway': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/ai-gateway`,
  'cloudflare-typescript, API Gateway': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/api-gateway`,
  'cloudflare-typescript, Browser Rendering': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/browser-rendering`,
  'cloudflare-typescript, Custom hostnames': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/custom-hostnames`,
  'cloudflare-typescript, Rulesets': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/rulesets`,
  'cloudflare-typescript, Token validation': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/token-validation`,
  'cloudflare-typescript, Zones': `${github}cloudflare/cloudflare-typescript/tree/v7.3.0/src/resources/zones`,
  'cloudflare/ai': `${github}cloudflare/ai`,
  'cloudflare/wirefilter': `${github}cloudflare/wirefilter`,
  'cloudflare/workers-sdk': `${github}cloudflare/workers-sdk`,
  Miniflare: `${github}cloudflare/workers-sdk/tree/main/packages/miniflare`,
  'sandbox-sdk': `${github}cloudflare/sandbox-sdk/tree/main/examples/code-interpreter`,
  workerd: `${github}cloudflare/workerd`,
  // Standards, and documentation of Git
  'Git docs, git-check-ref-format': 'https://git-scm.com/docs/git-check-ref-format',
  'Git docs, git-http-backend': 'https://git-scm.com/docs/git-http-backend',
  'Git docs, git-receive-pack': 'https://git-scm.com/docs/git-receive-pack',
  'Git docs, gitformat-pack': 'https://git-scm.com/docs/gitformat-pack',
  'Git docs, gitprotocol-common': 'https://git-scm.com/docs/gitprotocol-common',
  'Git docs, gitprotocol-http': 'https://git-scm.com/docs/gitprotocol-http',
  'Git docs, gitprotocol-pack': 'https://git-scm.com/docs/gitprotocol-pack',
  'Git docs, gitprotocol-v2': 'https://git-scm.com/docs/gitprotocol-v2',
  'RFC 6890': 'https://www.rfc-editor.org/rfc/rfc6890.html',
  'RFC 7515': 'https://www.rfc-editor.org/rfc/rfc7515.html',
  'RFC 7518': 'https://www.rfc-editor.org/rfc/rfc7518.html',
  'RFC 7519': 'https://www.rfc-editor.org/rfc/rfc7519.html',
  // Documents of this project: paths in its repository
  'admin API of Touchstone': 'docs/test-control.md',
  'decision record 3': 'docs/decisions/0003-stances.md',
  'decision record 4': 'docs/decisions/0004-stances-of-the-edge.md',
  'decision record 5': 'docs/decisions/0005-stances-of-the-conversion.md',
  'decision record 6': 'docs/decisions/0006-a-converter-of-our-own.md',
  'decision record 7': 'docs/decisions/0007-stances-of-inference.md',
  'decision record 9': 'docs/decisions/0009-stances-of-browser-rendering.md',
  'decision record 10': 'docs/decisions/0010-the-browser.md',
  'decision record 13': 'docs/decisions/0013-stances-of-repositories.md',
  'decision record 14': 'docs/decisions/0014-stances-of-the-code-interpreter.md',
  'decision record 21': 'docs/decisions/0021-stances-of-tenants-and-clocks.md',
  'decision record 22': 'docs/decisions/0022-stances-of-faults-and-snapshots.md',
  'decision record 23': 'docs/decisions/0023-stances-of-seed-files.md',
  // Publications and reports of others
  'alchemy-run/distilled': `${github}alchemy-run/distilled`,
  'alchemy, Cloudflare.TokenValidation': 'https://alchemy.run/providers/cloudflare/tokenvalidation/',
  'claude-code-router issue 1630': `${github}musistudio/claude-code-router/issues/1630`,
  'cloudflare-docs issue 29366': `${github}cloudflare/cloudflare-docs/issues/29366`,
  'cloudflare-docs pull request 28223': `${github}cloudflare/cloudflare-docs/pull/28223`,
  'cloudflare-python issue 2678': `${github}cloudflare/cloudflare-python/issues/2678`,
  'cloudflare-typescript issue 161': `${github}cloudflare/cloudflare-typescript/issues/161`,
  'dbrekelmans/gitflare': `${github}dbrekelmans/gitflare`,
  'ddns-go issue 916': `${github}jeessy2/ddns-go/issues/916`,
  'fabriziosalmi/git-flare': `${github}fabriziosalmi/git-flare`,
  'karakeep issue 2698': `${github}karakeep-app/karakeep/issues/2698`,
  'linyiru/artifacts-local': `${github}linyiru/artifacts-local`,
  'live API answers that users report': null,
  'live calls measured in October 2026': null,
  'oh-my-pi issue 11327': `${github}can1357/oh-my-pi/issues/11327`,
  'Open Responses': `${github}openresponses/openresponses`,
  'opencode issue 32051': `${github}anomalyco/opencode/issues/32051`,
  'published queries of analytics clients': null,
  puppeteer: `${github}puppeteer/puppeteer`,
  'readthedocs.org issue 13050': `${github}readthedocs/readthedocs.org/issues/13050`,
  'terraform-provider-cloudflare': `${github}cloudflare/terraform-provider-cloudflare`,
  'terraform-provider-cloudflare issue 1533': `${github}cloudflare/terraform-provider-cloudflare/issues/1533`,
  'terraform-provider-cloudflare issue 1810': `${github}cloudflare/terraform-provider-cloudflare/issues/1810`,
  'terraform-provider-cloudflare issue 2285': `${github}cloudflare/terraform-provider-cloudflare/issues/2285`,
  'the Anthropic client library': `${github}anthropics/anthropic-sdk-typescript`,
  'vercel/ai': `${github}vercel/ai`,
};

const titles = Object.keys(sources).sort((a, b) => b.length - a.length);

/**
 * The source that a passage names, or undefined for a seed document.
 *
 * @example
 * getSource('inferred from RFC 7519, 4.1.4') // { title: 'RFC 7519', at: 'https://www.rfc-editor.org/rfc/rfc7519.html' }
 */
export function getSource(
  passage: string,
): { readonly title: string; readonly at: string | null } | undefined {
  const cited = passage.replace(/^inferred from /, '');
  const title = titles.find(
    (each) => cited.startsWith(each) && /^(?:$|[,:]| and )/.test(cited.slice(each.length)),
  );
  return title === undefined ? undefined : { title, at: sources[title] ?? null };
}

/**
 * The origin of a requirement, in one line with its address.
 *
 * @param more further words after the certainty
 *
 * @example
 * getOrigin({ passage: 'RFC 7518, 3.4', certainty: 'documented' })
 * // 'from RFC 7518, 3.4 (documented), https://www.rfc-editor.org/rfc/rfc7518.html'
 */
export function getOrigin(
  { passage, certainty }: Pick<Requirement, 'passage' | 'certainty'>,
  more = '',
): string {
  const at = getSource(passage)?.at;
  const origin = `from ${passage.replace(/^inferred from /, '')} (${certainty}${more})`;
  return at ? `${origin}, ${at}` : origin;
}
