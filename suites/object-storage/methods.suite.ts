import { equal } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { filledPlace, textOf } from './place.ts';

/** Methods that are none of an object, where nobody has to be authorized. */
export const objectMethodsSuite = defineSuite({
  name: 'object-storage/methods',
  tests: [
    ...['POST', 'PATCH', 'OPTIONS', 'PROPFIND'].map((method) => ({
      title: `answers ${method} with 405 and what is allowed`,
      requirements: ['OBJ-METHOD-1', 'OBJ-METHOD-2', 'OBJ-METHOD-3'] as const,
      run: async (t: Parameters<typeof filledPlace>[0]) => {
        const place = await filledPlace(t, 'abc');
        const reply = await place.send({ method, ...(method === 'POST' && { body: 'new' }) });
        await t.check('OBJ-METHOD-1', () => equal(reply.status, 405, 'the status'));
        await t.check('OBJ-METHOD-2', () => equal(textOf(reply), 'Method Not Allowed', 'the text'));
        await t.check('OBJ-METHOD-3', () =>
          equal(reply.headers.get('allow'), 'PUT, GET, DELETE', 'the header allow'),
        );
        equal(textOf(await place.read()), 'abc', 'the object afterwards');
      },
    })),
    {
      title: 'answers HEAD with 405 and no body',
      requirements: ['OBJ-METHOD-4'],
      run: async (t) => {
        const place = await filledPlace(t, 'abc');
        const reply = await place.send({ method: 'HEAD' });
        equal([reply.status, reply.headers.get('allow')], [405, 'PUT, GET, DELETE'], 'status and allow');
        equal(reply.bytes.length, 0, 'the bytes of the body');
      },
    },
  ],
});
