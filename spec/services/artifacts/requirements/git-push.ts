import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Pushes and their results. */
export const gitPushRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Pushing data to a server', certainty: 'documented' },
    {
      'AR-PUSH-1': 'A push of a pack and commands creates refs, and the report has `ok` for each.',
      'AR-PUSH-2':
        'A report on the side band consists of packets that end with a flush, followed by another flush.',
      'AR-PUSH-3': 'A report longer than a packet spans several packets.',
      'AR-PUSH-4': 'A report without a side band is plain packets.',
      'AR-PUSH-5': 'The server sends no report to a client that does not request one.',
      'AR-PUSH-6': 'A push that deletes needs no pack.',
      'AR-PUSH-7': 'A push of existing objects has a pack without objects.',
      'AR-PUSH-8': 'The server changes a ref only if it still has the value that the client names.',
      'AR-PUSH-9': 'When writers race for one ref, exactly one wins each round, and nothing is lost.',
      'AR-PUSH-10':
        'The server accepts a push that is not a fast-forward, because the protocol has no flag for it.',
      'AR-PUSH-11': 'The server accepts the deletion of a ref that does not exist.',
      'AR-PUSH-12': 'An atomic push changes all refs or none.',
      'AR-PUSH-13': 'A push without `atomic` changes the refs that it can change.',
      'AR-PUSH-14': 'The server accepts push options if it advertises them.',
      'AR-PUSH-15': 'A report in version 2 has the same result for each ref as version 1.',
      'AR-PUSH-16': 'A push with `quiet` gets no progress messages.',
      'AR-PUSH-17': 'The server completes a thin pack whose bases it has.',
      'AR-PUSH-18': 'The server accepts a push with offset deltas.',
      'AR-PUSH-19': 'The server accepts a push from a shallow repository that continues known history.',
      'AR-PUSH-20': 'The server refuses a push that would make the repository shallow.',
      'AR-PUSH-21': 'The server does not delete the branch that `HEAD` points to.',
      'AR-PUSH-22': 'The server refuses a push of SHA-256 objects.',
      'AR-PUSH-23':
        'An atomic push with one ref that conflicts with another reports `atomic transaction failed` for every ref.',
    },
  ),
  ...statements(
    { passage: 'Git docs, git-receive-pack', certainty: 'documented' },
    {
      'AR-CHECK-1': 'The server refuses a push whose objects refer to missing objects.',
      'AR-CHECK-2': 'The server refuses a push of a ref to a missing object.',
      'AR-CHECK-3': 'The server refuses a pack with a wrong checksum.',
      'AR-CHECK-4': 'The server refuses a pack that ends too early.',
      'AR-CHECK-5': 'The server refuses garbage in place of a pack.',
      'AR-CHECK-6': 'The server refuses a pack with a damaged object.',
      'AR-CHECK-7': 'The server refuses a pack with a delta whose base is missing.',
      'AR-CHECK-8': 'A refused push leaves no ref and no object to fetch.',
      'AR-CHECK-9': 'An interrupted push leaves nothing.',
      'AR-CHECK-10': 'The server refuses a branch that would point to something other than a commit.',
      'AR-CHECK-11': 'The server refuses a pack with fewer objects than its header says.',
      'AR-CHECK-15': 'The server accepts the valid refs of a push that also has invalid ones.',
    },
  ),
  ...statements(
    { passage: 'Git docs, git-check-ref-format', certainty: 'documented' },
    {
      'AR-REF-1': 'Names of refs are UTF-8 and can be longer than 200 bytes.',
      'AR-REF-2': 'The server pushes, lists, fetches and deletes refs outside branches and tags.',
      'AR-REF-3': 'The server refuses refs with invalid names and accepts the others of the push.',
      'AR-REF-4': 'The server refuses a ref whose name is a folder of another ref.',
      'AR-REF-5': 'The server refuses a name with a space and does not cut it.',
      'AR-REF-6': 'A ref can replace a folder whose refs the same push or an earlier one deletes.',
    },
  ),
  ...statements(
    { passage: 'inferred from Git docs, gitprotocol-pack', certainty: 'inferred' },
    {
      'AR-REF-7': 'Refs whose names differ only in case are two refs.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-http', certainty: 'documented' },
    {
      'AR-TRIP-1': 'Git clones what was pushed, complete and intact, in each version of the protocol.',
      'AR-TRIP-2': 'The client isomorphic-git clones what was pushed, complete and intact.',
      'AR-TRIP-3': 'Objects that Git pushes keep the ids that Git gave them.',
      'AR-TRIP-4': 'Objects that isomorphic-git pushes keep the ids that Git gave them.',
      'AR-TRIP-5': 'Git fetches and pulls what other clients have pushed.',
      'AR-TRIP-6': 'The client isomorphic-git fetches and pulls what other clients have pushed.',
      'AR-TRIP-7': 'Git clones with a depth, deepens, and in the end fetches the whole history.',
      'AR-TRIP-8': 'Git clones without files and fetches them on demand.',
      'AR-TRIP-9': 'Git deletes and renames branches and tags.',
      'AR-TRIP-10': 'Git mirrors a repository with refs of every kind.',
      'AR-TRIP-11': 'Git clones an empty repository, and its first push creates the branch.',
      'AR-TRIP-12': 'The server refuses a push of Git that is behind, and accepts it with force.',
      'AR-TRIP-13': 'The server refuses a push of Git with a lease if the ref has moved.',
    },
  ),
]);
