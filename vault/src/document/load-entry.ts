/** Loads the screens on which the user types a code, words or a number. */
export const loadEntry = () => import('./entry-screens.tsx')
