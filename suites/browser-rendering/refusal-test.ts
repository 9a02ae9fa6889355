import type { Reply } from '../../spec/client.ts';
import type { Level } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { type ActionId, askFor, type Members } from './rendering.ts';

/** A valid request, and what is wrong with others that are like it. */
export interface Refusal {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly atMost?: Level;
  /** Default: the content of a page. */
  readonly action?: ActionId;
  /** Default: HTML in a small window. */
  readonly good?: Members;
  /** Members in place of those of the valid request; undefined takes one away. */
  readonly bad: Readonly<Record<string, Members>>;
}

/** A page of which nothing is expected but that it is loaded. */
export const refusalPage = html('<h1>Shop</h1>');

/** A small picture, so that the valid twins take no time. */
const small = { viewport: { width: 60, height: 40 } };

/** A rendering leaves nothing behind that a refusal could have changed. */
export const nothing = async () => null;

/** Sends the valid request, and those that must be refused with status 400 and the name of the faulty member. */
export const refusalTest = ({
  title,
  requirements,
  atMost,
  action = 'browser-rendering.content.create',
  good = { html: refusalPage, ...small },
  bad,
}: Refusal): Test<KnownRequirementId> => ({
  title,
  requirements,
  judges: ['BR-ERR-2', 'BR-ERR-33'],
  ...(atMost && { atMost }),
  features: ['browser'],
  run: async (t) => {
    const replies: Reply[] = [];
    await t.refused({
      shape: 'own',
      good: () => askFor(t, action, good),
      shared: true,
      bad: Object.entries(bad).map(([what, members]) => ({
        what,
        send: async () => {
          const reply = await askFor(t, action, { ...good, ...members });
          replies.push(reply);
          return reply;
        },
      })),
      snapshot: nothing,
    });
    await t.check('BR-ERR-2', () => {
      for (const { status } of replies) equal(status, 400, 'the status of a refusal');
    });
    await t.check('BR-ERR-33', () => {
      for (const reply of replies)
        ok(/"path":"[^"]+"/.test(reply.text), `no error has a path: ${reply.text}`);
    });
  },
});
