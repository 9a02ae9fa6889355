import { isServerMade } from '../../../mock/documents/make-record.ts';
import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { readBodyPointer } from '../../../mock/engines/openapi/resources/body.ts';
import type { Test } from '../../../suites/harness/suite.ts';
import { ask, expectShown, toName } from './ask-operation.ts';
import type { Aspect } from './document-requirements.ts';
import { isComparing } from './filter-list.ts';
import { getList } from './find-in-list.ts';
import { addJudged } from './judged-operations.ts';
import { findVariables } from './path-variables.ts';
import { refuseMissing, refuseType } from './refuse-bodies.ts';
import { getIdOperations, refuseIds, refuseParent } from './refuse-ids.ts';
import { getMaker, type ResourcePlan, toKey } from './resource-plan.ts';
import { roundTrip } from './round-trip.ts';
import { jsonMedia } from './sample-request.ts';
import { singletonTrip } from './singleton-trip.ts';
import { startTrial, type TestedDocument, type Trial } from './trial.ts';

/** The tests of one resource: a round trip, refusals of bodies, and refusals of unknown ids. */
export function toResourceTests(tested: TestedDocument, plan: ResourcePlan): Test[] {
  const { resource, list } = plan;
  const maker = getMaker(plan);
  if (maker)
    return [
      toRoundTrip(tested, plan),
      ...toBodyTests(tested, plan),
      ...toIdTests(tested, plan),
      ...toParentTest(tested, plan),
    ];
  if (resource.singleton) return [...toSingletonTrip(tested, plan), ...toBodyTests(tested, plan)];
  return list ? [toListTest(tested, plan, list)] : [];
}

function toTest(
  tested: TestedDocument,
  title: string,
  requirements: readonly string[],
  judged: readonly (DocumentOperation | undefined)[],
  run: (trial: Trial) => Promise<void>,
): Test {
  return {
    title,
    requirements,
    judges: addJudged(
      tested,
      judged.filter((one) => one !== undefined),
    ),
    run: (t) => run(startTrial(tested, t)),
  };
}

function add(
  { document, requirements }: TestedDocument,
  wanted: readonly (readonly [DocumentOperation | undefined, Aspect])[],
): string[] {
  return wanted.flatMap(([operation, aspect]) =>
    operation ? [requirements.add(document.name, operation, aspect)] : [],
  );
}

function toRoundTrip(tested: TestedDocument, plan: ResourcePlan): Test {
  const { resource, create, read, update, replace, remove } = plan;
  const list = getList(tested, plan);
  const ids = add(tested, [
    [create ?? replace, create ? 'create' : 'replace'],
    [read, 'read'],
    [list, 'list'],
    [resource.filters.some(isComparing) ? list : undefined, 'filter'],
    [update, 'change'],
    [create ? replace : undefined, 'replace'],
    [read || list ? remove : undefined, 'remove'],
  ]);
  return toTest(
    tested,
    `${resource.path} keeps, lists, changes and removes what is made`,
    ids,
    [create, read, list, update, replace, remove],
    (trial) => roundTrip(trial, plan),
  );
}

function toSingletonTrip(tested: TestedDocument, plan: ResourcePlan): Test[] {
  const { resource, read, replace, update } = plan;
  const ids = add(tested, [
    [replace, 'replace'],
    [update, 'change'],
  ]);
  const judged = [read, replace, update];
  const title = `${resource.path} keeps what is written`;
  return ids.length === 0 ? [] : [toTest(tested, title, ids, judged, (trial) => singletonTrip(trial, plan))];
}

function toBodyTests(tested: TestedDocument, plan: ResourcePlan): Test[] {
  const { create, update, replace } = plan;
  return [create, replace, update].flatMap((operation): Test[] => {
    if (!operation || !jsonMedia(operation)) return [];
    const name = toName(operation);
    const type = toTest(
      tested,
      `${name} refuses a member of another type`,
      add(tested, [[operation, 'type']]),
      [operation],
      (trial) => refuseType(trial, plan, operation),
    );
    if (operation === update || !requiresMember(tested, plan, operation)) return [type];
    const missing = toTest(
      tested,
      `${name} refuses a body without a required member`,
      add(tested, [[operation, 'missing']]),
      [operation],
      (trial) => refuseMissing(trial, plan, operation),
    );
    return [missing, type];
  });
}

/** Whether the record in a body has a member that a client must give. */
function requiresMember(
  { outlineOf, document }: TestedDocument,
  { resource }: ResourcePlan,
  operation: DocumentOperation,
): boolean {
  const outline = outlineOf(jsonMedia(operation)?.schema);
  const pointer = readBodyPointer(document, operation, resource.schema, outlineOf);
  const { members } = pointer === '' ? outline : outlineOf(outline.members.get(pointer.slice(1))?.schema);
  return [...members].some(
    ([name, { required, readOnly }]) => required && !readOnly && !isServerMade(resource, name),
  );
}

function toIdTests(tested: TestedDocument, plan: ResourcePlan): Test[] {
  const operations = getIdOperations(plan);
  if (operations.length === 0) return [];
  const ids = add(
    tested,
    operations.map((operation) => [operation, 'unknown'] as const),
  );
  const title = `${plan.resource.itemPath} refuses an unknown id`;
  return [toTest(tested, title, ids, operations, (trial) => refuseIds(trial, plan))];
}

/** Only for a POST right below a record that the document makes itself, so that an unknown id is no guess. */
function toParentTest(tested: TestedDocument, plan: ResourcePlan): Test[] {
  const { create, resource } = plan;
  const { path, parent } = resource;
  const above = path.slice(0, path.lastIndexOf('/'));
  const owner = above.endsWith('}') ? tested.planOf(toKey(above)) : undefined;
  if (!create || !owner || !getMaker(owner) || parent?.preset) return [];
  const ids = add(tested, [[create, 'parent']]);
  const title = `${toName(create)} refuses an unknown parent`;
  return [toTest(tested, title, ids, [create], (trial) => refuseParent(trial, plan, create))];
}

/** Records that nothing of the document makes. */
function toListTest(tested: TestedDocument, { resource }: ResourcePlan, list: DocumentOperation): Test {
  const title = `GET ${list.path} answers as the document says`;
  return toTest(tested, title, addJudged(tested, [list]), [], async (trial) => {
    const variables = await findVariables(trial, resource.path, list);
    expectShown(trial, list, await ask(trial, list, variables));
  });
}
