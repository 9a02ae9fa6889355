import { type Argument, isLiteral } from './ast.ts';
import type { ArgumentShape } from './functions/definition.ts';
import type { Type } from './types.ts';

/** The type a function sees: the element's where the argument has `[*]`. */
function argumentType(argument: Argument): Type {
  switch (argument.kind) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'ip':
      return 'IP';
    case 'path':
      return argument.element;
    default:
      return argument.type;
  }
}

/** What a function is told of an argument before evaluation. */
export function shapeOf(argument: Argument): ArgumentShape {
  const type = argumentType(argument);
  if (isLiteral(argument)) return { type, literal: argument.value };
  const plainField =
    argument.kind === 'path' && argument.root.kind === 'field' && argument.indexes.length === 0;
  return plainField ? { type, field: argument.root.name } : { type };
}
