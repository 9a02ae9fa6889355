/** Action codes of SQLite: Authorizer Action Codes. */
export const actions = {
  createTempIndex: 3,
  createTempTable: 4,
  createTempTrigger: 5,
  createTempView: 6,
  pragma: 19,
  read: 20,
  select: 21,
  transaction: 22,
  attach: 24,
  detach: 25,
  createVirtualTable: 29,
  function: 31,
  savepoint: 32,
  recursive: 33,
} as const;

/** PRAGMA statements that D1 documents, and that ask. The others reach files, other databases, or the server. */
const questions: ReadonlySet<string> = new Set([
  // `fts5` asks for it.
  'data_version',
  'foreign_key_check',
  'foreign_key_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'optimize',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
]);

/** Those that set something until the database is closed. */
const settings: ReadonlySet<string> = new Set([
  'case_sensitive_like',
  'defer_foreign_keys',
  'foreign_keys',
  'ignore_check_constraints',
  'legacy_alter_table',
  'recursive_triggers',
  'reverse_unordered_selects',
]);

/** Virtual tables that D1 documents, and those that a query makes by itself. */
const modules: ReadonlySet<string> = new Set(['fts5', 'fts5vocab', 'json_each', 'json_tree']);

const functions: ReadonlySet<string> = new Set(['load_extension', 'fts3_tokenizer']);

/** Whether a statement may do what SQLite is about to compile. */
export function judgeAction(action: number, first: string | null, second: string | null): boolean {
  // Some names are as they are written.
  const [name, part] = [first?.toLowerCase() ?? '', second?.toLowerCase() ?? ''];
  switch (action) {
    case actions.attach:
    case actions.detach:
    case actions.transaction:
    case actions.savepoint:
    // What is temporary would be there for one request, or for several.
    case actions.createTempIndex:
    case actions.createTempTable:
    case actions.createTempTrigger:
    case actions.createTempView:
      return false;
    case actions.pragma:
      return questions.has(name) || settings.has(name);
    case actions.createVirtualTable:
      return modules.has(part);
    case actions.function:
      return !functions.has(part);
    default:
      return true;
  }
}

const reading: ReadonlySet<number> = new Set([
  actions.select,
  actions.read,
  actions.function,
  actions.recursive,
  actions.pragma,
]);

/** Whether it can change the database. */
export const isWrite = (action: number): boolean => !reading.has(action);

/** Whether it sets something that would hold for later requests. */
export const isSetting = (action: number, first: string | null, second: string | null): boolean =>
  action === actions.pragma && second !== null && settings.has(first?.toLowerCase() ?? '');
