import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { pictureHeader } from '../harness/picture.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { html } from './link-case.ts';
import { askFor, type Members } from './rendering.ts';

const page = html('<div></div>', '<style>div { width: 30px; height: 20px; background: #c03040 }</style>');

async function anew(t: TestContext, screenshotOptions?: Members, source: Members = { html: page }) {
  const reply = await askFor(t, 'browser-rendering.screenshot.create', {
    ...source,
    viewport: { width: 70, height: 50 },
    ...(screenshotOptions && { screenshotOptions }),
  });
  t.expectSuccess(reply, 'a screenshot');
  return reply;
}

/** The same picture for all tests that ask for it. */
const taken = (t: TestContext, ...asked: [screenshotOptions?: Members, source?: Members]) =>
  t.sharing(() => anew(t, ...asked));

const typeOf = ({ headers }: { readonly headers: Headers }) => headers.get('content-type');

/** Content types by the type that is asked for; PNG where none is. */
const types: readonly (readonly [
  type: 'png' | 'jpeg' | 'webp' | undefined,
  content: string,
  requirements: readonly KnownRequirementId[],
])[] = [
  [undefined, 'image/png', ['BR-SHOT-25', 'BR-SHOT-35']],
  ['png', 'image/png', ['BR-SHOT-35']],
  ['jpeg', 'image/jpeg', ['BR-SHOT-36']],
  ['webp', 'image/webp', ['BR-SHOT-37']],
];

const typeTests = types.map(
  ([type, content, requirements]): Test<KnownRequirementId> => ({
    title: `answers with ${content} when the type is ${type ?? 'left out'}`,
    requirements,
    features: ['browser'],
    run: async (t) => {
      const reply = await taken(t, type && { type });
      equal(typeOf(reply), content, 'the content type');
      const header = pictureHeader(reply.bytes);
      equal(
        [header.type, header.width, header.height],
        [type ?? 'png', 70, 50],
        'type, width and height of the picture',
      );
    },
  }),
);

/** What a screenshot is answered with, whatever it shows. */
export const screenshotSuite = defineSuite({
  name: 'browser-rendering/screenshot',
  tests: [
    {
      title: 'answers with the image itself, of a URL and of HTML',
      requirements: ['BR-SHOT-1', 'BR-SHOT-24', 'BR-SHOT-34'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const site = await t.site({ '/': page });
        for (const source of [{ html: page }, { url: `${site.url}/` }]) {
          const reply = await taken(t, undefined, source);
          equal(reply.status, 200, 'the status');
          pictureHeader(reply.bytes);
          await t.check('BR-SHOT-24', () => match(typeOf(reply), /^image\/\w+$/, 'the content type'));
          await t.check('BR-SHOT-34', () => ok(!isObject(reply.body), 'there is JSON around the picture'));
        }
      },
    },
    ...typeTests,
    {
      title: 'gives the same picture for the same request',
      requirements: ['BR-SHOT-51'],
      features: ['browser'],
      run: async (t) => {
        const [one, two, three] = [await anew(t), await anew(t), await anew(t)];
        equal([...two.bytes], [...one.bytes], 'the bytes of the second picture');
        equal([...three.bytes], [...one.bytes], 'the bytes of the third picture');
      },
    },
  ],
});
