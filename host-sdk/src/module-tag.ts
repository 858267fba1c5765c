/**
 * The tag of this file as a module script, for which browsers have no `document.currentScript`: found by the file's name. The
 * build finds the files beside the script by it too.
 */
export const moduleTag = 'script[src*="drawbridge.js"]'
