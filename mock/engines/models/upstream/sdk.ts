// An optional package, in a file of its own: bundles for pages have another one in its place.
export { createOpenAICompatible } from '@ai-sdk/openai-compatible';
