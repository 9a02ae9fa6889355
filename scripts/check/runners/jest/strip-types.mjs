import { stripTypeScriptTypes } from 'node:module';

/** Jest can't run TypeScript by itself; the types of the shared test can be stripped. */
// biome-ignore lint/style/noDefaultExport: Jest reads a transformer from the default export.
export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
