import { array, equal, isObject, mistaken, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askFor, getResult, html, type Members, nothing, type Refusal, refusalTest } from './rendering.ts';

const action = 'browser-rendering.accessibility-tree.create';

const page = html(
  `<main aria-label="Goods"><h1>Shop</h1><div><div><p>Some text</p></div></div>
  <button disabled>Buy</button><input type="checkbox" checked aria-label="Gift"><div aria-hidden="true">unheard</div></main>
  <footer id="end"><a href="https://example.com/">Terms</a></footer>`,
);

interface Node {
  readonly role: string;
  readonly name: unknown;
  readonly members: Members;
  readonly children: readonly Node[];
}

function toNode(value: unknown): Node {
  const members = object(value, 'a node');
  const { role, name, children } = members;
  if (typeof role !== 'string') throw mistaken('role', role, 'a string');
  return {
    role,
    name,
    members,
    children: children === undefined ? [] : array(children, 'children').map(toNode),
  };
}

async function answered(t: TestContext, members: Members): Promise<unknown> {
  const result = object(await t.sharing(() => getResult(t, action, { html: page, ...members })), 'result');
  equal(Object.keys(result), ['accessibilityTree'], 'the members of result');
  return result['accessibilityTree'];
}

const getTree = async (t: TestContext, members: Members = {}) => toNode(await answered(t, members));

const getNodes = (node: Node): Node[] => [node, ...node.children.flatMap(getNodes)];

/** The only node with a role; fails unless there is exactly one. */
function only(tree: Node, role: string): Node {
  const [found, ...others] = getNodes(tree).filter((node) => node.role === role);
  if (found && others.length === 0) return found;
  throw new ConformanceFailure(
    `the tree has the roles ${show(getNodes(tree).map((node) => node.role))}, expected ${role} once`,
  );
}

const refusals: readonly Refusal[] = [
  {
    title: 'refuses members of the wrong type',
    requirements: ['BR-ERR-2'],
    action,
    good: { html: page, root: 'main', interestingOnly: false },
    bad: {
      'with a root that is a number': { root: 1 },
      'with an empty root': { root: '' },
      'with interestingOnly as text': { interestingOnly: 'true' },
    },
  },
];

/** The accessibility tree of a page. */
export const accessibilityTreeSuite = defineSuite(
  { name: 'browser-rendering/accessibility-tree', features: ['browser'] },
  [
    test('BR-TREE-1', 'returns the tree of the page, with roles, names and states', async (t) => {
      const tree = await getTree(t);
      equal([tree.role, tree.name], ['RootWebArea', 'Shop'], 'role and name of the page');
      equal(only(tree, 'heading').name, 'Shop', 'the name of the heading');
      equal(only(tree, 'heading').members['level'], 1, 'its level');
      equal(
        [only(tree, 'button').name, only(tree, 'button').members['disabled']],
        ['Buy', true],
        'the button',
      );
      equal(
        [only(tree, 'checkbox').name, only(tree, 'checkbox').members['checked']],
        ['Gift', true],
        'the box',
      );
      equal(only(tree, 'link').name, 'Terms', 'the name of the link');
      ok(!JSON.stringify(tree).includes('unheard'), 'an aria-hidden element is in the tree');
    }),
    {
      title: 'returns the tree that a script built on the page of a URL',
      requirements: ['BR-TREE-1'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const script = 'document.body.innerHTML = "<h2>Built</h2>"';
        const site = await t.site({ '/': html(`<h1>Static</h1><script>${script}</script>`) });
        const tree = await getTree(t, { html: undefined, url: `${site.url}/` });
        const heading = only(tree, 'heading');
        equal([heading.name, heading.members['level']], ['Built', 2], 'name and level of the heading');
      },
    },
    {
      title: 'omits uninteresting nodes, unless interestingOnly is false',
      requirements: ['BR-TREE-5', 'BR-TREE-6'],

      run: async (t) => {
        const getRoles = async (members: Members) =>
          getNodes(await getTree(t, members)).map(({ role }) => role);
        const brief = await getRoles({});
        await t.check('BR-TREE-5', async () => {
          equal(await getRoles({ interestingOnly: true }), brief, 'the roles with interestingOnly');
          ok(!brief.includes('paragraph'), `a paragraph is among the roles ${show(brief)}`);
        });
        await t.check('BR-TREE-6', async () => {
          const whole = await getRoles({ interestingOnly: false });
          ok(whole.includes('paragraph'), `no paragraph is among the roles ${show(whole)}`);
          ok(
            whole.length > brief.length,
            `there are ${whole.length} nodes with interestingOnly false, and ${brief.length} without`,
          );
        });
      },
    },
    test('BR-TREE-2', 'returns the tree of the root element', async (t) => {
      const main = await getTree(t, { root: 'main', interestingOnly: true });
      equal([main.role, main.name], ['main', 'Goods'], 'role and name of the element');
      equal(only(main, 'button').name, 'Buy', 'the name of the button');
      equal(getNodes(main).filter(({ role }) => role === 'link').length, 0, 'the number of links in it');
      const end = await getTree(t, { root: '#end' });
      equal(only(end, 'link').name, 'Terms', "the name of another element's link");
    }),
    {
      title: 'returns every node below a root, unless interestingOnly is true',
      requirements: ['BR-TREE-7'],

      run: async (t) => {
        const count = async (members: Members) =>
          getNodes(await getTree(t, { root: 'main', ...members })).length;
        equal(await count({}), await count({ interestingOnly: false }), 'the number of nodes');
        ok(
          (await count({})) > (await count({ interestingOnly: true })),
          'interestingOnly does not reduce the nodes',
        );
      },
    },
    test('BR-TREE-3', 'answers null with status 200 for a root without a match', async (t) => {
      const reply = await askFor(t, action, { html: page, root: '#nobody' });
      equal(reply.status, 200, 'the status');
      const { success, result } = isObject(reply.body) ? reply.body : {};
      equal({ success, result }, { success: true, result: { accessibilityTree: null } }, 'the answer');
    }),
    test('BR-TREE-4', 'fails for an invalid root selector', (t) =>
      t.refused({
        shape: 'own',
        good: () => askFor(t, action, { html: page, root: 'main' }),
        shared: true,
        bad: ['##', 'main[', ':nobody-knows'].map((root) => ({
          what: `with ${root}`,
          send: () => askFor(t, action, { html: page, root }),
        })),
        snapshot: nothing,
      }),
    ),
    ...refusals.map(refusalTest),
  ],
);
