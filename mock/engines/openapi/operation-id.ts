/** The id of an operation without an `operationId`. */
export const makeOperationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replace(/[^\w]+/g, '-')}`;
