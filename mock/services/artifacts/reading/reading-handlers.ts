import { ApiError } from '../../../../spec/errors.ts';
import type { readingEndpoints } from '../../../../spec/services/artifacts/endpoints.ts';
import type { Service } from '../../../call.ts';
import { accountOf } from '../account-of.ts';
import type { ArtifactsParts } from '../artifacts-parts.ts';
import { type ReadPlace, readBlobOf, readCommitOf, readFileOf, readLogOf, readTreeOf } from './reading.ts';
import { sniffType } from './sniff-type.ts';

interface ReadParams {
  readonly account_id: string;
  readonly namespace: string;
  readonly repo_name: string;
}

const mediaType = 'application/octet-stream';

/** What repositories hold, over REST: fact sheet artifacts, sections 3 and 4. */
export function createReadingHandlers(parts: ArtifactsParts): Service<typeof readingEndpoints> {
  const placeOf = (params: ReadParams): ReadPlace => ({
    account: accountOf(parts.world, params),
    namespace: params.namespace,
    repo: params.repo_name,
  });
  return {
    'artifacts.repos.log': async ({ params, query }) => ({
      result: await readLogOf(parts, placeOf(params), query),
    }),

    'artifacts.repos.commit': async ({ params }) => ({
      result: await readCommitOf(parts, placeOf(params), params.hash),
    }),

    'artifacts.repos.tree': async ({ params }) => ({
      result: await readTreeOf(parts, placeOf(params), params.hash),
    }),

    'artifacts.repos.blob': async ({ params }) => ({
      written: await readBlobOf(parts, placeOf(params), params.hash),
      mediaType,
    }),

    'artifacts.repos.file': async ({ params, query }) => ({
      written: await readFileOf(parts, placeOf(params), query),
      mediaType,
    }),

    'artifacts.repos.raw': async ({ params }) => {
      const { ref, path } = params;
      // A ref with a slash is not resolved, however the slash is written: section 3.
      if (ref.includes('/')) throw new ApiError('artifacts-file-unknown');
      const written = await readFileOf(parts, placeOf(params), { ref, path });
      return { written, mediaType: sniffType(written) };
    },
  };
}
