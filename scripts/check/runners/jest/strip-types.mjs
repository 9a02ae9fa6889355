import { stripTypeScriptTypes } from 'node:module';

/** Jest runs no TypeScript by itself; that of the shared test can be erased. */
// biome-ignore lint/style/noDefaultExport: Jest reads a transformer from the default export.
export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
