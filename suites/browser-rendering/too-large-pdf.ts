import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import type { Test } from '../harness/suite.ts';
import { askFor } from './rendering.ts';

/** A PDF of more than may be asked for. */
export const tooLargePdf: Test<KnownRequirementId> = {
  title: 'answers a body of more than 50 MB with status 413 and the documented text',
  requirements: ['BR-PDF-15'],
  features: ['browser'],
  // The body is in memory several times on its way, and no other large one is to be beside it.
  exclusive: 'room for large bodies',
  run: async (t) => {
    const reply = await askFor(t, 'browser-rendering.pdf.create', undefined, {
      upload: pageOf(51 * 1024 * 1024),
      headers: { 'content-type': 'application/json' },
    });
    equal(reply.status, 413, 'the status');
    ok(reply.text.includes('request entity too large'), `it says ${show(reply.text.slice(0, 200))}`);
  },
};

/** The body of a request whose page has as many letters, as bytes: a text would be there once more. */
function pageOf(letters: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const before = encoder.encode('{"html":"<p>');
  const after = encoder.encode('</p>"}');
  const bytes = new Uint8Array(before.length + letters + after.length).fill(0x78);
  bytes.set(before);
  bytes.set(after, before.length + letters);
  return bytes;
}
