import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** What becomes of pushes. */
export const gitPushRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Pushing data to a server', certainty: 'documented' },
    {
      'AR-PUSH-1': 'A push of a pack and commands creates refs and is reported `ok` for each.',
      'AR-PUSH-2':
        'A report on the side band is itself packets that end with a flush, and a flush follows them.',
      'AR-PUSH-3': 'A report that is longer than a packet comes in several.',
      'AR-PUSH-4': 'A report without a side band is plain packets.',
      'AR-PUSH-5': 'Nothing is reported to a client that asks for no report.',
      'AR-PUSH-6': 'A push that deletes needs no pack.',
      'AR-PUSH-7': 'A push of objects that are there comes with a pack without objects.',
      'AR-PUSH-8': 'A ref is changed only if it is where the client says.',
      'AR-PUSH-9': 'Of writers that race for one ref exactly one wins each round, and nothing is lost.',
      'AR-PUSH-10': 'A push that is not fast-forward is accepted, for no flag of the protocol asks for it.',
      'AR-PUSH-11': 'Deleting a ref that does not exist is accepted.',
      'AR-PUSH-12': 'An atomic push changes all refs or none.',
      'AR-PUSH-13': 'A push without `atomic` changes the refs that it can.',
      'AR-PUSH-14': 'Options of a push are taken where they are advertised.',
      'AR-PUSH-15': 'A report in version 2 says of each ref what the first says.',
      'AR-PUSH-16': 'A push with `quiet` gets no words about progress.',
      'AR-PUSH-17': 'A thin pack, whose bases the server has, is completed.',
      'AR-PUSH-18': 'A push with deltas by offset is understood.',
      'AR-PUSH-19': 'A push from a shallow repository that continues known history is accepted.',
      'AR-PUSH-20': 'A push that would make the repository shallow is refused.',
      'AR-PUSH-21': 'The branch that `HEAD` stands for is not deleted.',
      'AR-PUSH-22': 'A push of objects of SHA-256 is refused.',
      'AR-PUSH-23':
        'An atomic push in which a ref is in the way of another is reported as `atomic transaction failed` for every ref.',
    },
  ),
  ...statements(
    { passage: 'Git docs, git-receive-pack', certainty: 'documented' },
    {
      'AR-CHECK-1': 'A push whose objects name others that are nowhere is refused.',
      'AR-CHECK-2': 'A push of a ref to an object that is nowhere is refused.',
      'AR-CHECK-3': 'A pack with a wrong checksum is refused.',
      'AR-CHECK-4': 'A pack that ends too soon is refused.',
      'AR-CHECK-5': 'Garbage in place of a pack is refused.',
      'AR-CHECK-6': 'A pack with an object that is damaged is refused.',
      'AR-CHECK-7': 'A pack with a delta whose base is nowhere is refused.',
      'AR-CHECK-8': 'A push that was refused leaves nothing: no ref, and no object to fetch.',
      'AR-CHECK-9': 'A push that is cut off leaves nothing.',
      'AR-CHECK-10': 'A branch that would stand at something other than a commit is refused.',
      'AR-CHECK-11': 'A pack with fewer objects than it claims is refused.',
      'AR-CHECK-15':
        'Of a push with refs that are whole and others that are not, the whole ones are accepted.',
    },
  ),
  ...statements(
    { passage: 'inferred from Git docs, git-receive-pack', certainty: 'inferred' },
    {
      'AR-CHECK-13': 'A delta that claims an absurd size is refused at once.',
      'AR-CHECK-14': 'A pack that claims four thousand million objects is refused at once.',
    },
  ),
  ...statements(
    // Git looks for it where `receive.fsckObjects` is set.
    { passage: 'inferred from Git docs, git-receive-pack', certainty: 'inferred', feature: 'git-fsck' },
    { 'AR-CHECK-12': 'A pack with an object that is not well-formed is refused.' },
  ),
  ...statements(
    { passage: 'Git docs, git-check-ref-format', certainty: 'documented' },
    {
      'AR-REF-1': 'Names of refs are UTF-8, and may be longer than 200 bytes.',
      'AR-REF-2': 'Refs outside branches and tags are pushed, listed, fetched and deleted.',
      'AR-REF-3': 'Names that no ref may have are refused, and the others of the push are not.',
      'AR-REF-4': 'A ref whose name is a folder of another is refused.',
      'AR-REF-5': 'A name with a space is refused, not cut.',
      'AR-REF-6': 'A ref can take the place of a folder whose refs the same push deletes, or later ones.',
    },
  ),
  ...statements(
    { passage: 'inferred from Git docs, gitprotocol-pack', certainty: 'inferred' },
    {
      'AR-REF-7': 'Refs whose names differ in case alone are two.',
      'AR-REF-8': 'A push that names one ref twice changes it once at most, and the repository stays whole.',
      'AR-SIZE-1': 'A file of 60 MB is pushed and fetched unchanged.',
      'AR-SIZE-2': 'Ten thousand refs are pushed, listed and deleted.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-http', certainty: 'documented' },
    {
      'AR-TRIP-1': 'Git clones what was pushed, whole and sound, in each version of the protocol.',
      'AR-TRIP-2': 'The client isomorphic-git clones what was pushed, whole and sound.',
      'AR-TRIP-3': 'What Git pushes has the ids that Git gave it.',
      'AR-TRIP-4': 'What isomorphic-git pushes has the ids that Git gave it.',
      'AR-TRIP-5': 'Git fetches and pulls what others have pushed.',
      'AR-TRIP-6': 'The client isomorphic-git fetches and pulls what others have pushed.',
      'AR-TRIP-7': 'Git clones with a depth, deepens, and takes the whole history in the end.',
      'AR-TRIP-8': 'Git clones without files, and gets them when it needs them.',
      'AR-TRIP-9': 'Git deletes and renames branches and tags.',
      'AR-TRIP-10': 'Git mirrors a repository with refs of every kind.',
      'AR-TRIP-11': 'Git clones an empty repository, and its first push makes the branch.',
      'AR-TRIP-12': 'A push of Git that is behind is refused, and with force accepted.',
      'AR-TRIP-13': 'Git pushes with a lease: refused where the ref has moved.',
    },
  ),
]);
