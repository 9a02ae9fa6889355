import type { TestContext } from '../harness/context.ts';
import { siteMarker } from '../harness/edge.ts';
import { config, putRules, type RuleInput } from '../rulesets/rulesets.ts';

/** Skips the test unless the origin of a host is the fixture site, whose pages these tests request. */
export async function needsFixtureSite(t: TestContext, host = t.host()): Promise<void> {
  const { headers } = await t.step('origin', () => t.edge({ host, path: '/' }));
  if (!headers.has(siteMarker)) {
    t.skip(
      `the origin of ${host} is not the fixture site (touchstone-conform fixture-site), which has the pages; give hosts of the zone as \`hosts\` in the target file`,
    );
  }
}

/**
 * Adds a configuration rule that switches the conversion for some requests, until the end of the test. A target without
 * the API converts the pages of its hosts already.
 *
 * @param expression selects the requests
 */
export async function addConversion(t: TestContext, expression: string, more: RuleInput = {}): Promise<void> {
  if (!t.hasApi) return;
  await putRules(t, config, [
    { action: 'set_config', action_parameters: { content_converter: true }, expression, ...more },
  ]);
}

/** An expression for one host and everything below a path. */
export const below = (host: string, path: string): string =>
  `http.host eq '${host}' and starts_with(http.request.uri.path, '${path}')`;
