import type { KnownRequirementId } from '../../spec/requirements.ts';
import { textOfCase } from '../../spec/vectors/inference.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { HarnessError } from '../harness/errors.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { caseNames, type NamedCase, pathOfCase, readCase, readTranscript } from './transcripts/cases.ts';
import { getOrder, getStructure, missingFrom, readFrame } from './transcripts/structure.ts';

/** Sends the request of a case. */
const ask = (t: TestContext, item: NamedCase) =>
  t.send({
    method: 'POST',
    path: pathOfCase(item, t.accountId),
    headers: { 'content-type': 'application/json', ...item.headers },
    body: textOfCase(item),
  });

const mediaType = (headers: Readonly<Record<string, string>> | Headers) =>
  (headers instanceof Headers ? headers.get('content-type') : headers['content-type'])?.split(';')[0];

/**
 * Repeats the request of a transcript, and compares the structure of the answers. Models differ in what they say, and
 * may differ in structure too, so no transcript can be a MUST.
 */
const getTest = (item: NamedCase): Test<KnownRequirementId> => ({
  title: item.title,
  requirements: item.requirements as KnownRequirementId[], // transcripts/cases.test.ts asks whether they exist
  atMost: 'may',
  run: async (t) => {
    const transcript = readTranscript(item.name);
    if (!transcript) throw new HarnessError('transcript', `${item.name} has no recording yet`);
    const reply = await ask(t, item);
    equal(reply.status, transcript.status, 'the status');
    equal(mediaType(reply.headers), mediaType(transcript.headers), 'the content type');
    const { answer } = transcript;
    if (answer.kind === 'digest') {
      ok(reply.bytes.length > 0, 'the answer is empty');
    } else if (answer.kind === 'json') {
      equal(missingFrom(getStructure(reply.body), getStructure(answer.body)), [], 'what the answer lacks');
    } else {
      const frames = reply.text
        .split(/\r?\n\r?\n/)
        .slice(0, -1)
        .map(readFrame);
      const recorded = answer.frames.map(readFrame);
      equal(getOrder(frames), getOrder(recorded), 'the order of events');
      equal(missingFrom(getStructure(frames), getStructure(recorded)), [], 'what the events lack');
    }
  },
});

/** Recorded exchanges, compared by structure. */
export const transcriptsSuite = defineSuite(
  'inference/transcripts',
  caseNames().map((name) => getTest(readCase(name))),
);
