import { type EvaluationContext, type Filter, print, type Value } from '../../engines/expressions/index.ts';
import { quote, shortened } from '../shown-text.ts';
import { failed, type Line, noted, passed } from './step.ts';

/** Fields whose values stay hidden, because they can hold credentials. */
const secretField = /^http\.request\.(?:headers|cookies|body)|^raw\.|jwt/;

/** The operands of an expression's outermost `and` with their results, and the values of the fields that they read. */
export function explainExpression<C extends EvaluationContext>(
  { source, conditions, references }: Filter<C>,
  context: C,
) {
  const parts = conditions.map(({ ast, evaluate }) => ({ text: print(ast), isTrue: evaluate(context) }));
  const wrong = parts.filter(({ isTrue }) => !isTrue).map(({ text }) => text);
  const show = (field: string) => showValue(field, context.get(field));
  const lines: Line[] = [
    ...parts.map(({ text, isTrue }) =>
      isTrue ? passed(`true: ${shortened(text)}`) : failed(`false: ${shortened(text)}`),
    ),
    ...references.fields.flatMap(show).map(noted),
  ];
  const values = references.fields
    .filter((field) => wrong.some((text) => text.includes(field)))
    .flatMap(show);
  const where = values.length === 0 ? '' : `, where ${values.join(', ')}`;
  /** Why it is false: `http.host eq "a", where http.host is "b"`. */
  const fault = `${wrong.map(shortened).join(' and ') || source}${where}`;
  return { lines, fault };
}

/** The value of a field for people; nothing for one that may hold a credential. */
function showValue(field: string, value: Value | undefined): string[] {
  if (secretField.test(field)) return [];
  if (value === undefined) return [`${field} is missing`];
  if (typeof value === 'string') return [`${field} is ${quote(shortened(value))}`];
  return typeof value === 'object' ? [] : [`${field} is ${value}`];
}
