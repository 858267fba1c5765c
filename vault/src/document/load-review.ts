/** Loads what decodes, simulates and shows a request to sign: most of the vault's code, and unused by its other tasks. */
export const loadReview = () => import('./review-part.ts')
