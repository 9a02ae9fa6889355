/** The roles that VitePress gives its search box, and those that its elements have. */
const repairs: readonly (readonly [given: string, right: string])[] = [
  // The box holds a form and a list, and is no button.
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
    'role="dialog" aria-modal="true"',
  ],
  [
    'aria-autocomplete="both"',
    'role="combobox" aria-autocomplete="list" :aria-expanded="results?.length ? \'true\' : \'false\'"',
  ],
  // The link is what is chosen, and its text is its name.
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    'role="none"',
  ],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
  ],
  // An element without a role has no name.
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

/** A plugin of Vite that corrects the roles of the search box. @throws Error when the box is another one */
export const repairSearchBox = {
  name: 'roles-of-the-search-box',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /VPLocalSearchBox\.vue$/ },
    handler(code: string): string {
      return repairs.reduce((text, [given, right]) => {
        if (!text.includes(given)) throw new Error(`The search box of VitePress no longer has ${given}`);
        return text.replaceAll(given, right);
      }, code);
    },
  },
};
