/** Loads the screen on which the user signs a change of the account. */
export const loadProof = () => import('./prove-screen.tsx')
