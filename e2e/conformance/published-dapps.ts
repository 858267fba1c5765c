/** Test dApps as their authors publish them: the directory of each built page, by its path on the demo site. */
export const publishedDapps = {
  '/test-dapp/': new URL('dist/', import.meta.resolve('@metamask/test-dapp/package.json')),
  '/test-dapp-solana/': new URL('dist/', import.meta.resolve('@metamask/test-dapp-solana/package.json')),
} as const

/** Files that the Solana dApp loads from the root of its site, for which its authors build it. */
export const solanaRootFiles = /^\/(assets\/[\w-]+\.(js|css)|vite\.svg)$/
