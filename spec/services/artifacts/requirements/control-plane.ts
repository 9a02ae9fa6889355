import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Namespaces, names and repositories, from documents and observations. */
export const controlPlaneRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts namespaces', certainty: 'documented' },
    {
      'AR-NS-1': 'The first repository of a namespace creates the namespace.',
      'AR-NS-2': 'The server refuses a namespace whose name is shorter than 2 or longer than 63 characters.',
    },
  ),
  ...statements(
    { passage: 'fabriziosalmi/git-flare', certainty: 'observed' },
    {
      'AR-NAME-1': 'Names of repositories are unique in their namespace, regardless of case.',
      'AR-NAME-2': 'A repository is found by its name in any case and keeps its original spelling.',
      'AR-NAME-3': 'The name of a repository can have 300 characters.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NAME-4': 'The default branch of a repository is `main` by default.',
      'AR-NAME-5': 'A creation with `default_branch` returns and stores that branch.',
      'AR-NAME-6': 'The id of a repository has 16 characters from 0 to 9 and a to z.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-NS-3': 'A POST to `/namespaces` creates a namespace and returns 201.',
      'AR-NS-4': 'A namespace keeps the jurisdiction of its creation.',
      'AR-NS-5': 'A GET of `/namespaces` lists the namespaces of the account.',
      'AR-NS-6': 'A GET of a namespace returns it.',
      'AR-REPO-9': 'A creation returns 201.',
      'AR-REPO-10': 'A DELETE of a repository returns 202 with its id.',
      'AR-REPO-11': 'A GET of the repositories of a namespace lists them.',
      'AR-FORK-1': 'A fork returns 201 with an independent repository and the number of objects.',
      'AR-IMP-1':
        'An import from a public Git URL returns 201 with a repository that holds the same content.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NS-7': 'A DELETE of an empty namespace returns 204 without a body.',
      'AR-REPO-12': 'The search of a list matches a part of a name.',
      'AR-REPO-13':
        'A list sorts by `created_at`, `updated_at`, `last_push_at` or `name` in both directions, newest first by default.',
      'AR-PATH-1': 'An unknown path below `/artifacts` gets status 404 with the text `404 Not Found`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-REPO-14': 'A creation returns `id`, `name`, `description`, `default_branch`, `remote` and `token`.',
      'AR-REPO-15': 'A repository in a list carries `remote` and `status`.',
      'AR-REPO-16': 'The server stores a description, or null by default.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NS-8':
        'A namespace has its name, its jurisdiction, its number of repositories and the times of its creation and last change.',
      'AR-NS-9': 'A namespace without a jurisdiction is `unrestricted`.',
      'AR-REPO-17':
        'A GET of a repository has no `status`, no `token`, and a null `source` if the repository was created empty.',
      'AR-REPO-18': 'A push leaves `last_push_at` null and does not change `updated_at`.',
      'AR-REPO-19': 'Times are ISO 8601 with milliseconds and `Z`.',
      'AR-FORK-2': 'The `source` of a fork is `artifacts:<namespace>/<repo>`.',
      'AR-FORK-3': 'A fork does not copy the description.',
      'AR-FORK-4': 'A fork has every ref, whatever `default_branch_only` says.',
      'AR-FORK-5': 'A fork outlives its source repository.',
      'AR-IMP-2': 'The `source` of an import is `git:` and its URL with `.git` at the end.',
      'AR-IMP-3': 'The default branch of an import is `main`, whatever the default branch of its source.',
      'AR-LIST-1':
        'A list of repositories with further pages has a `result_info` of `cursor`, `per_page` and `count`.',
      'AR-LIST-2':
        'The last page of repositories has a `result_info` of `page` 1, `per_page`, `total_pages`, `count` and `total_count`.',
      'AR-LIST-3': 'An empty list of repositories has a `total_pages` of 0.',
      'AR-LIST-4': 'The cursors of a list visit each of its repositories exactly once.',
      'AR-LIST-5': 'The list of repositories of an unknown namespace is empty.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts errors', certainty: 'documented' },
    {
      'AR-ERR-1': 'An error links to the explanation of its code in `documentation_url`.',
      'AR-ERR-16': 'The server refuses a body with a missing member or a member of a wrong type.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-ERR-2': 'An error names the faulty member of a body or query in `source.pointer`.',
      'AR-ERR-3':
        'The server refuses a second namespace with the same name with 409 and 10201, `Namespace already exists`.',
      'AR-ERR-4': 'An unknown namespace gets status 404 and 10200, `Namespace not found`.',
      'AR-ERR-5':
        'The server refuses a second repository with the same name with 409 and 10201, `repo already exists: <name>`.',
      'AR-ERR-6': 'The server refuses a fork onto the name of another repository with 409 and 10201.',
      'AR-ERR-7':
        'A missing name, or one that does not begin with a letter or a digit, gets status 400 and 10101 at `/name`.',
      'AR-ERR-8':
        'A GET, a DELETE, a fork and a new token of an unknown repository get status 404 and 10200, `Repository not found`.',
      'AR-ERR-9': 'A second DELETE of a repository right after the first returns 202 with its id.',
      'AR-ERR-10': 'A GET of a repository right after its deletion gets status 404.',
      'AR-ERR-11':
        'The server refuses a `limit` above 200 with 400 and 10100, `Too big: expected number to be <=200`, at `/limit`.',
      'AR-ERR-12': 'The server refuses an unknown `sort` with 400 and 10100 at `/sort`.',
      'AR-ERR-13':
        'The server refuses an invalid namespace name with 400 and 10100, `Invalid namespace name`, at `/namespace`.',
      'AR-IMP-4':
        'The server refuses an import of an `http:` URL with 400 and 10100, `Must be an HTTPS URL`, at `/url`.',
      'AR-IMP-5':
        'The server refuses an import of a page that is not a repository with 400 and 10104 at `/url`.',
      'AR-IMP-6': 'The server refuses an import that requires credentials with 422 and 10106 at `/url`.',
    },
  ),
  ...statements(
    { passage: 'decision record 13: Forks and imports', certainty: 'inferred' },
    {
      'AR-NS-10': 'The server does not delete a namespace that has repositories.',
      'AR-FORK-6':
        'A push to a fork does not change its source, and a push to the source does not change the fork.',
      'AR-IMP-7': 'A failed import creates no repository.',
      'AR-IMP-8': 'An import of a branch copies that branch and no other.',
    },
  ),
]);

/** Reading a repository without Git. */
export const artifactsReadingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-READ-1': 'The log lists commits newest first, along first parents.',
      'AR-READ-2': 'A GET by id returns a commit.',
      'AR-READ-3': 'A GET by id returns one level of a tree.',
      'AR-READ-4': 'A GET by id returns a blob as `application/octet-stream`.',
      'AR-READ-5': 'A GET by ref and path returns a file as `application/octet-stream`.',
      'AR-READ-6': 'A raw GET takes ref and path from the URL path and returns text files as text.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-READ-7': 'A log has 50 commits by default and skips `offset` commits.',
      'AR-READ-8': 'The type of an entry is `tree`, `blob`, `symlink`, `gitlink` or `exec`.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-READ-9':
        'A commit has `hash`, `treeHash`, `message`, `author`, `committer`, `parents`, `authoredAt` and `committedAt`.',
      'AR-READ-10': 'A message lacks the line break at its end.',
      'AR-READ-11': 'The log treats a `limit` above 1000 as 1000.',
      'AR-READ-12': 'A raw GET does not find a file of a ref with a slash.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-READ-13': 'The log of an unknown ref is empty.',
      'AR-READ-14':
        'The server refuses a `limit` of 0 with 400 and 10100, `Too small: expected number to be >0`, at `/limit`.',
      'AR-READ-15': 'The server refuses a file without a `path` with 400 and 10100 at `/path`.',
      'AR-READ-16':
        'The server refuses an id that is not a SHA-1 with 400 and 10100, `Invalid SHA-1 hash`, at `/hash`.',
      'AR-READ-17': 'An unknown commit gets status 404 and 10200, `Commit not found`.',
      'AR-READ-18':
        'A path that does not exist or is a directory gets status 404 and 10200, `File not found`.',
      'AR-READ-19': 'A GET of a blob by the id of a commit gets status 404 and 10200, `Blob not found`.',
      'AR-READ-20': 'A GET of a tree by the id of a commit gets status 500 and 10400.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-READ-21':
        'A `ref` is the short name of a branch or tag, or a full commit id, but not `HEAD` or `refs/heads/main`.',
    },
  ),
]);

/** Tokens of repositories, from documents and observations. */
export const artifactsTokenRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API: Tokens', certainty: 'documented' },
    {
      'AR-TOKEN-3': 'A POST to `/tokens` returns 201 with `id`, `plaintext`, `scope` and `expires_at`.',
      'AR-TOKEN-4': 'The `scope` of a token is `write` by default.',
      'AR-TOKEN-5': 'The `ttl` of a token is one day by default.',
      'AR-TOKEN-6': 'A token expires at the end of its `ttl`.',
      'AR-TOKEN-7':
        'A list of tokens has `id`, `scope`, `state`, `created_at` and `expires_at`, but never the token itself.',
      'AR-TOKEN-8': 'A list of tokens has the newest first.',
      'AR-TOKEN-9': 'A list of tokens has the active ones by default, and others or `all` with `state`.',
      'AR-TOKEN-10': 'A list of tokens has pages of `per_page`, and `result_info` has their total number.',
      'AR-TOKEN-11': 'A DELETE of a token returns 200 with its id, the second one too.',
      'AR-TOKEN-12': 'The list of tokens shows a revoked token as revoked.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-TOKEN-13': 'The server refuses a `ttl` below 60 or above 31536000 with 400 and 10103 at `/ttl`.',
      'AR-TOKEN-14': 'The server validates a `ttl` before it looks up the repository.',
      'AR-TOKEN-15': 'An unknown token id gets status 404 and 10200, `Token not found`.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-TOKEN-16': 'The text of a token is `art_v2_`, a letter, 40 hexadecimal digits and its expiry time.',
      'AR-TOKEN-17':
        'A creation, a fork and an import each create a listed `write` token that is valid for a day.',
      'AR-TOKEN-21':
        'The letter in a token is the location of its repository: `x` without a jurisdiction, `e` in `eu`.',
      'AR-TOKEN-18': 'A token gives access to one repository, but not to its forks or other repositories.',
      'AR-TOKEN-19': 'A revocation takes effect at once.',
      'AR-TOKEN-20':
        'A token of a deleted repository gives access to nothing, not even to a new repository with the same name.',
      'AR-AUTH-8': 'Git accepts the secret of a token without the part after `?`.',
      'AR-AUTH-9': 'The server does not trust the expiry time in the text of a token.',
      'AR-AUTH-10': 'Git accepts a token as the password of Basic credentials with any username.',
      'AR-AUTH-11': 'Git accepts a full token as a password with and without percent-encoding.',
      'AR-AUTH-12': 'Git ignores a token in place of the username.',
      'AR-AUTH-13':
        'Git without credentials gets status 401, `Basic realm="artifacts"` and `Authentication required`.',
      'AR-AUTH-14':
        'Git with a token that is unknown, expired, revoked or of another repository gets status 403 and `Invalid or expired token`.',
      'AR-AUTH-15':
        'Each request of a push with a `read` token gets status 403 and `Insufficient permissions`, beginning with the first.',
    },
  ),
]);
/** The repository binding of Worker code. */
export const artifactsBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts Workers binding', certainty: 'documented', feature: 'bindings' },
    {
      'AR-BIND-6': 'The binding of a namespace finds a repository that the REST API created.',
      'AR-BIND-7':
        '`create` returns id, name, description, default branch, remote and a token of the repository.',
      'AR-BIND-8': '`list` returns the repositories without their remotes, and their total number.',
      'AR-BIND-9': '`delete` removes a repository and returns whether it existed.',
      'AR-BIND-10': 'A handle has the current data of its repository.',
      'AR-BIND-11': 'A handle lists its active tokens and revokes one by its id or its text.',
      'AR-BIND-12': 'A handle creates a `write` token that is valid for a day by default.',
      'AR-BIND-13': 'A handle forks its repository.',
      'AR-BIND-14': 'A handle reads commits, trees, blobs and files, and returns null for unknown ones.',
      'AR-BIND-15': 'A handle lists the commits of a ref, and none for an unknown ref.',
      'AR-BIND-16': 'A refusal is an `ArtifactsError` with a `code` and the `numericCode` of the REST API.',
    },
  ),
]);
