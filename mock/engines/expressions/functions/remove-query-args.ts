import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `remove_query_args(query, name, ...)`: the query without those parameters, the others in order. */
export const removeQueryArgs: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'], kind: 'Field', fields: ['http.request.uri.query', 'raw.http.request.uri.query'] },
    { types: ['String'] },
  ],
  rest: { types: ['String'] },
  returns: 'String',
  call: (_, query, ...names) => {
    if (typeof query !== 'string') return undefined;
    const kept = query.split('&').filter((pair) => {
      const [name] = pair.split('=', 1);
      return !names.includes(name);
    });
    return kept.join('&');
  },
});
