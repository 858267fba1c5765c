/** A file that the build puts next to the program. */
const beside = (path: string): URL => new URL(`./${path}`, import.meta.url)

export const bundledFiles = {
  /** The built widget. */
  widget: beside('widget/'),
  /** The built SDK, by version. */
  sdk: beside('sdk/'),
  wallets: beside('data/wallets.json'),
  tokens: beside('data/tokens.json'),
  signerThread: beside('signer-thread.js'),
} as const
