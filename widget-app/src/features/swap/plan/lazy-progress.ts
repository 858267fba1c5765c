/** The file that shows what becomes of a swap: there before the wallet is asked, and no part of the form. */
export const progressFile = () => import('../views/swap-progress.tsx')
