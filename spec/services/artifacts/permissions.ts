/** Permissions of the REST API: seed rendering-repositories-examples, Authentication. */
export const artifactsEdit = ['Artifacts Edit'] as const;
/** Reads accept what writes accept. */
export const artifactsRead = ['Artifacts Edit', 'Artifacts Read'] as const;
