import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Namespaces, names and repositories, as documents and observations tell of them. */
export const controlPlaneRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts namespaces', certainty: 'documented' },
    {
      'AR-NS-1': 'The first repository of a namespace makes the namespace.',
      'AR-NS-2': 'A namespace whose name is shorter than 2 or longer than 63 characters is refused.',
    },
  ),
  ...statements(
    { passage: 'fabriziosalmi/git-flare', certainty: 'observed' },
    {
      'AR-NAME-1': 'The name of a repository is its own in its namespace whatever its case.',
      'AR-NAME-2': 'A repository is found by its name in any case, and keeps the spelling it was given.',
      'AR-NAME-3': 'The name of a repository may have 300 characters.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NAME-4': 'A repository whose default branch is not named begins with `main`.',
      'AR-NAME-5': 'A creation with `default_branch` answers and keeps that branch.',
      'AR-NAME-6': 'The id of a repository has 16 characters of 0 to 9 and a to z.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-NS-3': 'A POST to `/namespaces` makes a namespace and answers 201.',
      'AR-NS-4': 'A namespace keeps the jurisdiction that it was made with.',
      'AR-NS-5': 'A GET of `/namespaces` lists the namespaces of the account.',
      'AR-NS-6': 'A GET of a namespace answers with it.',
      'AR-REPO-9': 'A creation answers 201.',
      'AR-REPO-10': 'A DELETE of a repository answers 202 with its id.',
      'AR-REPO-11': 'A GET of the repositories of a namespace lists them.',
      'AR-FORK-1': 'A fork answers 201 with a repository of its own and the number of objects.',
      'AR-IMP-1': 'An import from a public Git URL answers 201 with a repository that holds what is there.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NS-7': 'A DELETE of an empty namespace answers 204 without a body.',
      'AR-REPO-12': 'A list can be searched for a part of a name.',
      'AR-REPO-13':
        'A list can be sorted by `created_at`, `updated_at`, `last_push_at` or `name` in both directions, newest first by default.',
      'AR-PATH-1': 'An unknown path below `/artifacts` is answered 404 with the text `404 Not Found`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-REPO-14': 'A creation answers `id`, `name`, `description`, `default_branch`, `remote` and `token`.',
      'AR-REPO-15': 'A repository in a list carries `remote` and `status`.',
      'AR-REPO-16': 'A description is kept, and null where none is given.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-NS-8':
        'A namespace says its name, its jurisdiction, how many repositories it has, and when it was made and changed.',
      'AR-NS-9': 'A namespace without a jurisdiction is `unrestricted`.',
      'AR-REPO-17':
        'A GET of a repository carries no `status`, no `token`, and `source` null where it was made empty.',
      'AR-REPO-18': 'A push leaves `last_push_at` null and `updated_at` as it was.',
      'AR-REPO-19': 'Times are ISO 8601 with milliseconds and `Z`.',
      'AR-FORK-2': 'The `source` of a fork is `artifacts:<namespace>/<repo>`.',
      'AR-FORK-3': 'A fork does not take over the description.',
      'AR-FORK-4': 'A fork has every ref, whatever `default_branch_only` says.',
      'AR-FORK-5': 'A fork outlives the repository that it was made of.',
      'AR-IMP-2': 'The `source` of an import is `git:` and its URL with `.git` at the end.',
      'AR-IMP-3': 'The default branch of an import is `main`, whatever that of its source is.',
      'AR-LIST-1':
        'A list of repositories with further pages has a `result_info` of `cursor`, `per_page` and `count`.',
      'AR-LIST-2':
        'The last page of repositories has a `result_info` of `page` 1, `per_page`, `total_pages`, `count` and `total_count`.',
      'AR-LIST-3': 'An empty list of repositories has no pages in `total_pages`.',
      'AR-LIST-4': 'The cursors of a list lead through all of its repositories, each of them once.',
      'AR-LIST-5': 'The repositories of a namespace that is not there are an empty list.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts errors', certainty: 'documented' },
    {
      'AR-ERR-1': 'An error says where its code is explained in `documentation_url`.',
      'AR-ERR-16': 'A body that lacks a member, or has one of a wrong type, is refused.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-ERR-2': 'A faulty member of a body or of a query is named in `source.pointer`.',
      'AR-ERR-3': 'A namespace that is made twice is refused with 409 and 10201, `Namespace already exists`.',
      'AR-ERR-4': 'A namespace that is not there is answered 404 and 10200, `Namespace not found`.',
      'AR-ERR-5':
        'A repository that is made twice is refused with 409 and 10201, `repo already exists: <name>`.',
      'AR-ERR-6': 'A fork onto the name of another repository is refused with 409 and 10201.',
      'AR-ERR-7':
        'A name that does not begin with a letter or a digit is refused with 400 and 10101 at `/name`, and so is no name.',
      'AR-ERR-8':
        'A repository that is not there is answered 404 and 10200, `Repository not found`, to a GET, a DELETE, a fork and a new token.',
      'AR-ERR-9': 'A DELETE of a repository that was just deleted is answered 202 with its id again.',
      'AR-ERR-10': 'A GET of a repository that was just deleted is answered 404.',
      'AR-ERR-11':
        'A `limit` above 200 is refused with 400 and 10100, `Too big: expected number to be <=200`, at `/limit`.',
      'AR-ERR-12': 'A `sort` of another name is refused with 400 and 10100 at `/sort`.',
      'AR-ERR-13':
        'A bad name of a namespace is refused with 400 and 10100, `Invalid namespace name`, at `/namespace`.',
      'AR-IMP-4':
        'An import of an `http:` URL is refused with 400 and 10100, `Must be an HTTPS URL`, at `/url`.',
      'AR-IMP-5': 'An import of a page that is no repository is refused with 400 and 10104 at `/url`.',
      'AR-IMP-6': 'An import of what asks for credentials is refused with 422 and 10106 at `/url`.',
    },
  ),
  ...statements(
    { passage: 'decision record 13: Forks and imports', certainty: 'inferred' },
    {
      'AR-NS-10': 'A namespace that has repositories is not deleted.',
      'AR-ERR-14': 'A `jurisdiction` of another name is refused at `/jurisdiction`.',
      'AR-ERR-15': 'A `cursor` that no list of that order gave is refused at `/cursor`.',
      'AR-FORK-6': 'A push to a fork leaves its source as it was, and the other way round.',
      'AR-IMP-7': 'An import that fails leaves no repository.',
      'AR-IMP-8': 'An import of a branch takes over that branch, and no other.',
    },
  ),
]);

/** What is read of a repository without Git. */
export const artifactsReadingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-READ-1': 'The log lists commits newest first, along first parents.',
      'AR-READ-2': 'A commit is read by its id.',
      'AR-READ-3': 'A tree is read by its id, one level of it.',
      'AR-READ-4': 'A blob is read by its id as `application/octet-stream`.',
      'AR-READ-5': 'A file is read by ref and path as `application/octet-stream`.',
      'AR-READ-6': 'A file is read raw by a path that holds ref and path, as text where it is text.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API', certainty: 'documented' },
    {
      'AR-READ-7': 'A log has 50 commits where no `limit` is named, and begins behind `offset` commits.',
      'AR-READ-8': 'The type of an entry is `tree`, `blob`, `symlink`, `gitlink` or `exec`.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-READ-9':
        'A commit has `hash`, `treeHash`, `message`, `author`, `committer`, `parents`, `authoredAt` and `committedAt`.',
      'AR-READ-10': 'A message is without the one line break that ends it.',
      'AR-READ-11': 'A `limit` of the log above 1000 is taken for 1000.',
      'AR-READ-12': 'A file of a ref with a slash is not found raw.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-READ-13': 'The log of a ref that is not there is empty.',
      'AR-READ-14':
        'A `limit` of 0 is refused with 400 and 10100, `Too small: expected number to be >0`, at `/limit`.',
      'AR-READ-15': 'A file without a `path` is refused with 400 and 10100 at `/path`.',
      'AR-READ-16': 'An id that is no SHA-1 is refused with 400 and 10100, `Invalid SHA-1 hash`, at `/hash`.',
      'AR-READ-17': 'A commit that is not there is answered 404 and 10200, `Commit not found`.',
      'AR-READ-18':
        'A path that is not there, or is a directory, is answered 404 and 10200, `File not found`.',
      'AR-READ-19': 'A blob read by the id of a commit is answered 404 and 10200, `Blob not found`.',
      'AR-READ-20': 'A tree read by the id of a commit is answered 500 and 10400.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-READ-21':
        'A `ref` is a branch or a tag by its short name or a whole commit id; `HEAD` and `refs/heads/main` are none.',
    },
  ),
]);

/** Tokens of repositories, as documents and observations tell of them. */
export const artifactsTokenRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts REST API: Tokens', certainty: 'documented' },
    {
      'AR-TOKEN-3': 'A POST to `/tokens` answers 201 with `id`, `plaintext`, `scope` and `expires_at`.',
      'AR-TOKEN-4': 'A token without a `scope` is one to write.',
      'AR-TOKEN-5': 'A token without a `ttl` is good for a day.',
      'AR-TOKEN-6': 'A token ends when its `ttl` is over.',
      'AR-TOKEN-7':
        'A list of tokens tells `id`, `scope`, `state`, `created_at` and `expires_at`, never the token itself.',
      'AR-TOKEN-8': 'A list of tokens begins with the newest.',
      'AR-TOKEN-9': 'A list of tokens shows the active ones unless `state` asks for others or for `all`.',
      'AR-TOKEN-10': 'A list of tokens has pages of `per_page`, and `result_info` says how many there are.',
      'AR-TOKEN-11': 'A DELETE of a token answers 200 with its id, and so does a second one.',
      'AR-TOKEN-12': 'A revoked token is listed as such.',
    },
  ),
  ...statements(
    { passage: 'linyiru/artifacts-local, test/fixtures/live.json', certainty: 'observed' },
    {
      'AR-TOKEN-13': 'A `ttl` below 60 or above 31536000 is refused with 400 and 10103 at `/ttl`.',
      'AR-TOKEN-14': 'A `ttl` is judged before the repository is looked for.',
      'AR-TOKEN-15': 'A token id that is not there is answered 404 and 10200, `Token not found`.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-TOKEN-16': 'The text of a token is `art_v2_`, a letter, 40 hexadecimal digits and when it ends.',
      'AR-TOKEN-17':
        'A creation, a fork and an import each mint a token to write, good for a day, that is listed.',
      'AR-TOKEN-21':
        'The letter in a token says where its repository is kept: `x` without a jurisdiction, `e` in `eu`.',
      'AR-TOKEN-18': 'A token opens one repository, not its fork nor its neighbour.',
      'AR-TOKEN-19': 'A revocation holds at once.',
      'AR-TOKEN-20':
        'A token of a repository that was deleted opens nothing, not even a new repository of that name.',
      'AR-AUTH-8': 'Git accepts the secret of a token without what stands behind its `?`.',
      'AR-AUTH-9': 'When a token ends is not believed to the token.',
      'AR-AUTH-10':
        'Git accepts a token as the password of Basic credentials, whatever the name of the user.',
      'AR-AUTH-11': 'Git accepts a whole token as a password whether it is percent-encoded or not.',
      'AR-AUTH-12': 'A token in place of the name of the user counts for nothing.',
      'AR-AUTH-13':
        'Git without credentials is answered 401, `Basic realm="artifacts"` and `Authentication required`.',
      'AR-AUTH-14':
        'Git with a token that is unknown, over, revoked or of another repository is answered 403 and `Invalid or expired token`.',
      'AR-AUTH-15':
        'A push with a token to read is answered 403 and `Insufficient permissions` from its first request on.',
    },
  ),
]);
/** What Worker code can do with a binding of repositories. */
export const artifactsBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Artifacts Workers binding', certainty: 'documented', feature: 'bindings' },
    {
      'AR-BIND-6': 'A repository that REST created is found by the binding of its namespace.',
      'AR-BIND-7':
        'A repository that is created comes with id, name, description, default branch, remote and a token.',
      'AR-BIND-8': 'The binding lists repositories without their remotes, and how many there are.',
      'AR-BIND-9': 'The binding deletes a repository, and says whether there was one.',
      'AR-BIND-10': 'A handle says what is known of its repository at that moment.',
      'AR-BIND-11': 'A handle lists its active tokens, and takes one back by its id or its text.',
      'AR-BIND-12': 'A handle makes a token for writing that is good for a day, unless it is told otherwise.',
      'AR-BIND-13': 'A handle forks its repository.',
      'AR-BIND-14': 'A handle reads commits, trees, blobs and files, and has null for what is not there.',
      'AR-BIND-15': 'A handle lists the commits of a ref, and none of one that is not there.',
      'AR-BIND-16': 'What refuses is an `ArtifactsError` with a `code` and the `numericCode` of REST.',
    },
  ),
]);
