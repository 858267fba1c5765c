/** Whether somebody was connected when the page was left: dApps of Polkadot and Solana keep that themselves. */
export const storedConnection = {
  get: (): boolean => localStorage.getItem('tidewater:connected') === 'yes',
  set: (): void => localStorage.setItem('tidewater:connected', 'yes'),
  clear: (): void => localStorage.removeItem('tidewater:connected'),
}
