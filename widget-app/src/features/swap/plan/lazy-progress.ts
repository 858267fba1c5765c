/** The file with the progress view: loaded before the first prompt, and not part of the form's file. */
export const loadProgress = () => import('../views/swap-progress.tsx')
