import type { endpoints } from '../../../spec/services/analytics/endpoints.ts';
import type { Service } from '../../api/call.ts';
import { createQueryRunner, type QueryRunner } from './query-runner.ts';

/** Security analytics over GraphQL: Cloudflare docs, Querying Firewall Events with GraphQL. */
export function createAnalyticsService(): Service<typeof endpoints> {
  // Loaded at the first query: most mocks never receive one.
  let runner: Promise<QueryRunner> | undefined;
  const load = async () => createQueryRunner(await import('graphql'));

  return {
    'analytics.graphql.query': async ({ world, clock, actor, body }) => {
      runner ??= load();
      const run = await runner;
      const { status, answer } = await run(body, { world, clock, actor, nodes: 0 });
      return { result: answer, status };
    },
  };
}
