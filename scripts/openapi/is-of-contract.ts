import { contract, rootPath } from '../../spec/contract.ts';

const patterns = Object.values(contract).map((endpoint) => {
  const parts = rootPath(endpoint).split(/\{[^}]*\}/);
  const literal = parts.map((part) => part.replaceAll(/[.+*?()|[\]\\^$-]/g, '\\$&'));
  const between = endpoint.path.includes('{+') ? '.+' : '[^/]+';
  return { method: endpoint.method, pattern: new RegExp(`^${literal.join(between)}$`) };
});

/** Whether the contract has an operation. @param path from the root of the host, with its variables */
export const isOfContract = (method: string, path: string): boolean =>
  patterns.some((one) => one.method === method && one.pattern.test(path));
