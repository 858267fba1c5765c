/** Stores that the user is connected, for the next load; dApps of Polkadot and Solana do that themselves. */
export const storedConnection = {
  get: (): boolean => localStorage.getItem('tidewater:connected') === 'yes',
  set: (): void => localStorage.setItem('tidewater:connected', 'yes'),
  clear: (): void => localStorage.removeItem('tidewater:connected'),
}
