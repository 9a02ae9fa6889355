import { defineMutants } from '../mutant.ts';

/** The setting that converts pages to Markdown. */
export const conversionMutants = defineMutants([
  {
    id: 'says-that-everybody-may-convert',
    requirement: 'ST-SET-10',
    does: 'It says on the Free plan that the setting is editable, and refuses changes all the same.',
    file: 'mock/services/settings/settings-service.ts',
    replace: 'return { id: name, value, editable: isEditable(world, zone, name), modified_on };',
    by: "const editable = name === 'content_converter' || isEditable(world, zone, name);\n  return { id: name, value, editable, modified_on };",
  },
]);
