export { createScriptedBackend } from './create-scripted-backend.ts';
export { countInput, countTokens } from './tokens.ts';
