import type { Patch } from '../../../suites/mutants/mutant.ts';

/** Our server with one fault in how it serves documents. */
export interface DocumentMutant extends Patch {
  /** The fault in words. */
  readonly id: string;
  /** What the suites of the document find: the end of the id of a requirement. */
  readonly caught: string;
}

const handlers = 'mock/documents/document-handlers.ts';

export const documentMutants: readonly DocumentMutant[] = [
  {
    id: 'answers-numbers-as-text',
    caught: 'createLamp-fits',
    file: 'mock/documents/document-answer.ts',
    replace: 'written: JSON.stringify(value),',
    by: "written: JSON.stringify(value, (_, one) => (typeof one === 'number' ? String(one) : one)),",
  },
  {
    id: 'leaves-out-what-an-answer-requires',
    caught: 'listLamps-required',
    file: 'mock/documents/document-answer.ts',
    replace: 'written: JSON.stringify(value),',
    by: "written: JSON.stringify(value, (name, one) => (name === 'total' ? undefined : one)),",
  },
  {
    id: 'loses-what-it-is-given',
    caught: 'createLamp-create',
    file: handlers,
    replace: 'add(resource, asked, asked.input.body ?? {})',
    by: 'add(resource, asked, {})',
  },
  {
    id: 'forgets-what-it-makes',
    caught: 'readLamp-read',
    file: 'mock/documents/document-call.ts',
    replace: '  shelf.put(record);\n',
    by: '',
  },
  {
    id: 'lists-all-but-the-last',
    caught: 'listLamps-list',
    file: handlers,
    replace: 'return page(values, resource, asked);',
    by: 'return page(values.slice(0, -1), resource, asked);',
  },
  {
    id: 'says-a-wrong-total',
    caught: 'listLamps-list',
    file: 'mock/documents/list-records.ts',
    replace: 'total: found.length,',
    by: 'total: values.length,',
  },
  {
    id: 'ignores-the-page',
    caught: 'listLamps-list',
    file: 'mock/documents/list-records.ts',
    replace: 'const values = found.slice(skipped, skipped + size);',
    by: 'const values = found.slice(0, size);',
  },
  {
    id: 'ignores-a-filter',
    caught: 'listLamps-filter',
    file: 'mock/documents/list-records.ts',
    replace: 'tests.length === 0 ? [...all]',
    by: 'tests.length >= 0 ? [...all]',
  },
  {
    id: 'replaces-instead-of-merging',
    caught: 'changeLamp-change',
    file: handlers,
    replace: 'const next = mergePatch(before.value, given);',
    by: 'const next = given;',
  },
  {
    id: 'ignores-a-replacement',
    caught: 'replaceLamp-replace',
    file: handlers,
    replace: 'replaceRecord(before.value, given, asked)',
    by: 'before.value',
  },
  {
    id: 'keeps-what-it-removes',
    caught: 'removeLamp-remove',
    file: 'mock/documents/document-call.ts',
    replace: '  shelf.removeTree(path);\n',
    by: '',
  },
  {
    id: 'takes-a-body-without-a-required-member',
    caught: 'createLamp-missing',
    file: 'mock/documents/request-input.ts',
    replace: "keyword === 'required' && context.mayMiss(pointer.slice(1))",
    by: "keyword === 'required'",
  },
  {
    id: 'takes-any-body',
    caught: 'createLamp-type',
    file: 'mock/engines/openapi/schemas/schemas.ts',
    replace: 'return this.#work.run(schema, value, () => this.#judge.judge(schema, value, direction));',
    by: "return direction === 'request' ? [] : this.#judge.judge(schema, value, direction);",
  },
  {
    id: 'finds-every-id',
    caught: 'readLamp-unknown',
    file: 'mock/documents/document-call.ts',
    replace:
      'if (known || !resource.preset || (!invents && !served.isWritten(resource))) throw unknownRecord(path);',
    by: '',
  },
  {
    id: 'checks-no-parent',
    caught: 'createBulb-parent',
    file: 'mock/documents/record-place.ts',
    replace: 'if (!place.shelf.find(path)) throw unknownRecord(path);',
    by: '',
  },
  {
    id: 'forgets-settings',
    caught: 'writeSettings-replace',
    file: handlers,
    replace: '  keep(place, record);\n',
    by: '',
  },
  {
    id: 'changes-bytes',
    caught: 'readNote-read',
    file: handlers,
    replace: 'written: fromBase64(bytes)',
    by: 'written: fromBase64(bytes).slice(1)',
  },
];
