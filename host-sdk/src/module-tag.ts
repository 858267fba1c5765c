/**
 * Selects the tag of this file as a module script, for which browsers have no `document.currentScript`, by the file's name.
 * The build locates the files next to the script by it too.
 */
export const moduleTag = 'script[src*="drawbridge.js"]'
