/** Loads what moves a wallet between two devices, which few windows do. */
export const loadTransfer = () => import('./transfer-part.ts')
