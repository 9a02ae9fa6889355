import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';

const doc = 'rendering-repositories-examples.md';

/** The seed's requirements of repositories. */
export const artifactsSeedRequirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed' },
    {
      'AR-REPO-1':
        'A POST of `{ name }` to `/accounts/{account_id}/artifacts/namespaces/{namespace}/repos` creates a repository.',
      'AR-REPO-2':
        'A GET of `/accounts/{account_id}/artifacts/namespaces/{namespace}/repos/{repo_name}` returns the repository.',
    },
  ),
  ...statements(
    { passage: `${doc}: Repository`, certainty: 'seed' },
    {
      'AR-REPO-3': 'The answer to a creation carries the name of the repository.',
      'AR-REPO-4': 'The answer to a creation carries a remote URL for Git.',
      'AR-REPO-5': 'The answer to a GET carries a remote URL for Git.',
    },
  ),
  // The seed shows the body but no refusals.
  ...bounds(
    {
      in: endpoints,
      operation: 'artifacts.repos.create',
      of: 'repository',
      passage: 'Cloudflare docs, Artifacts REST API',
      certainty: 'documented',
    },
    {
      'AR-REPO-6': ['missing', '/name'],
      'AR-REPO-7': ['type', '/name'],
    },
  ),
  ...statements(
    { passage: `${doc}: What the service does`, certainty: 'seed' },
    {
      'AR-REPO-8': 'A repository of one namespace is not found in another.',
      'AR-GIT-1': 'The remote of a repository speaks Git over HTTPS to a standard client.',
    },
  ),
  ...statements(
    { passage: `${doc}: Repo-scoped token`, certainty: 'seed' },
    {
      'AR-TOKEN-1': 'The REST API creates a token with the scope `read`.',
      'AR-TOKEN-2': 'The REST API creates a token with the scope `write`.',
      'AR-TOKEN-22': 'A token with the scope of one repository gives access to no other.',
      'AR-GIT-2': 'A `read` token clones.',
      'AR-GIT-3': 'A `read` token fetches.',
      'AR-GIT-4': 'A `read` token pulls.',
      'AR-GIT-5': 'A `read` token cannot push.',
      'AR-GIT-6': 'A `write` token clones.',
      'AR-GIT-7': 'A `write` token fetches.',
      'AR-GIT-8': 'A `write` token pulls.',
      'AR-GIT-9': 'A `write` token pushes.',
    },
  ),
  ...statements(
    { passage: `${doc}: Authentication`, certainty: 'seed' },
    {
      'AR-AUTH-1': 'A read route accepts a Bearer API token with the Read permission.',
      'AR-AUTH-2': 'A write route refuses a Bearer API token with the Read permission.',
      'AR-AUTH-3': 'A write route accepts a Bearer API token with the Edit permission.',
      'AR-AUTH-4': 'Git accepts a repo-scoped token as `Authorization: Bearer <REPO_TOKEN>`.',
      'AR-AUTH-5': 'A platform API token does not give access to Git.',
      'AR-AUTH-6': 'A repo-scoped token does not give access to the REST API.',
      'AR-AUTH-7': 'The server refuses Git without a token.',
      'AR-AUTH-18': 'The REST API refuses requests without an API token.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-AUTH-16': 'Every read route accepts a token with the Read permission.',
      'AR-AUTH-17': 'Every write route refuses a token with the Read permission and accepts one with Edit.',
    },
  ),
  ...statements(
    { passage: `${doc}: Binding configuration (repository)`, certainty: 'seed', feature: 'bindings' },
    {
      'AR-BIND-1':
        'A list `artifacts` of `binding` and `namespace` gives Worker code a binding of that name.',
      'AR-BIND-2': 'Worker code calls the binding without a token.',
      'AR-BIND-3': 'The REST API finds a repository that the binding created, under the same namespace.',
      'AR-BIND-4': 'The binding creates a token with the scope `read`.',
      'AR-BIND-5': 'The binding creates a token with the scope `write`.',
    },
  ),
]);
