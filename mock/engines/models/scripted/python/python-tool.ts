import type { Tool } from '../../backend.ts';
import { isObject } from '../schema/schema-node.ts';
import { identifierWords } from '../words.ts';

/** Words of other languages: a tool that runs these runs no Python. */
const otherLanguage =
  /\b(?:javascript|typescript|bash|shell|sql|ruby|php|java|rust|golang|perl|lua|html|css|regex|powershell)\b/i;
const runsCode =
  /\b(?:run|runs|execut\w*|evaluat\w*|interpret\w*|sandbox)\b[^.]{0,40}\bcode\b|\bcode (?:run|runner|interpret\w*|execut\w*|sandbox)\b/i;

/**
 * Whether a tool runs Python: it takes one text, `code`, and says of itself that it runs Python, or code of no
 * other language.
 *
 * @example
 * isPythonTool({ name: 'execute_python', parameters: { properties: { code: { type: 'string' } } } }); // true
 */
export function isPythonTool({ name, description = '', parameters }: Tool): boolean {
  if (!isObject(parameters) || !isObject(parameters['properties'])) return false;
  const { code, ...others } = parameters['properties'];
  if (!isObject(code) || code['type'] !== 'string' || Object.keys(others).length > 0) return false;
  const about = typeof code['description'] === 'string' ? code['description'] : '';
  const told = [identifierWords(name).join(' '), description, about].join('. ').slice(0, 2000);
  return /\bpython3?\b/i.test(told) || (runsCode.test(told) && !otherLanguage.test(told));
}
