/** The folder that Bun gives to the files in an executable file. */
export const inside = '/$bunfs/root';

/** The licences of the libraries in the executable file. */
export const licensesFile = `${inside}/THIRD-PARTY-LICENSES`;
