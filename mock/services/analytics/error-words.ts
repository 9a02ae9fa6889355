import type { GraphQLError } from 'graphql';
import type { GraphqlError } from '../../../spec/services/analytics/endpoints.ts';

/**
 * What the platform says of faults in a query (its documentation, Error responses), by what the package says
 * of them. The package's words follow where the platform's name no detail.
 */
const words: readonly (readonly [RegExp, (message: string, match: RegExpExecArray) => string])[] = [
  [/^Syntax Error/, (message) => `query contains error, please review it and retry: ${message}`],
  [/^Cannot query field "(\w+)"/, (message, [, name]) => `unknown field "${name}": ${message}`],
  [/must not have a selection/, () => 'scalar fields must have no selections'],
  [/must have a selection of subfields/, () => 'object field must have selections'],
  [
    /argument|of type|is not a value|Expected value|Variable "\$|is not defined by type|not exist in/i,
    (message) => `error parsing args: ${message}`,
  ],
];

/** The message of a fault that was found before the query ran. */
export function faultMessage({ message }: GraphQLError): string {
  for (const [pattern, say] of words) {
    const match = pattern.exec(message);
    if (match) return say(message, match);
  }
  return `query contains error, please review it and retry: ${message}`;
}

/** An entry of `errors`: fact sheet of the platform, Error responses. Positions in the path are text there. */
export function errorEntry(error: GraphQLError, message: string, timestamp: string): GraphqlError {
  return {
    message,
    path: error.path ? error.path.map(String) : null,
    ...(error.locations ? { locations: error.locations.map(({ line, column }) => ({ line, column })) } : {}),
    extensions: { timestamp },
  };
}
