import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { madeProvider, ofProvider, readProvider } from './custom-providers.suite.ts';

const change = {
  name: 'Our models',
  base_url: 'https://models.example',
  description: 'Ours',
  link: 'https://models.example/docs',
  headers: '{"x-team":"search"}',
  enable: true,
  beta: false,
  curl_example: 'curl https://models.example',
  js_example: "fetch('https://models.example')",
  position: 3,
};

/**
 * How the change of a custom provider is given faulty bodies. Its creation has no recipe on purpose: behind the
 * valid body, a faulty one of the same slug would be refused as a duplicate, whatever its fault.
 */
export const customProviderRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.custom-provider.edit', {
    features: ['custom-providers'],
    shape: change,
    prepare: async (t) => {
      const provider = await madeProvider(t);
      return {
        params: ofProvider(t, provider),
        body: { ...change, name: t.title() },
        snapshot: () => readProvider(t, provider),
      };
    },
  }),
];
