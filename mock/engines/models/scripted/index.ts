export { countInput } from './count-input.ts';
export { createScriptedBackend } from './create-scripted-backend.ts';
export { countTokens } from './tokens.ts';
