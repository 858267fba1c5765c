/** True if the user was connected when the page unloaded: dApps of Polkadot and Solana store that themselves. */
export const storedConnection = {
  get: (): boolean => localStorage.getItem('tidewater:connected') === 'yes',
  set: (): void => localStorage.setItem('tidewater:connected', 'yes'),
  clear: (): void => localStorage.removeItem('tidewater:connected'),
}
