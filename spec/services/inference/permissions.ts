/** Permissions of inference: seed, Authentication; fact sheet inference, section 1. */
export const inferencePermissions = ['Workers AI Edit', 'Workers AI Read'] as const;
