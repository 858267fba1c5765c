/** A file that the build puts next to the program. */
const bundledUrl = (path: string): URL => new URL(`./${path}`, import.meta.url)

export const bundledFiles = {
  /** The built widget. */
  widget: bundledUrl('widget/'),
  /** The built vault. */
  vault: bundledUrl('vault/'),
  /** The built SDK, by version. */
  sdk: bundledUrl('sdk/'),
  wallets: bundledUrl('data/wallets.json'),
  tokens: bundledUrl('data/tokens.json'),
  signerThread: bundledUrl('signer-thread.js'),
} as const
