/** Name of our own wallet in lists and messages. */
export const walletName = 'Drawbridge'
