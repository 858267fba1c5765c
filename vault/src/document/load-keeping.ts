/** Loads the screens on which the user keeps the wallet, or brings it to this device. */
export const loadKeeping = () => import('./keeping-screens.tsx')
