/** Loads what exports the key of one account. */
export const loadExport = () => import('./key-export.tsx')
