import type { Namespace } from '#shared/caip/namespace.ts'

type Ecosystem = { readonly name: string; readonly picture: string | undefined }

const named = (name: string): Ecosystem => ({ name, picture: undefined })
const drawn = (name: string): Ecosystem => ({ name, picture: `/networks/${name.toLowerCase()}.svg` })

/** Display name of a chain namespace, and its bundled icon. */
export const namespaceLabels: { readonly [Name in Namespace]: Ecosystem } = {
  eip155: drawn('Ethereum'),
  solana: drawn('Solana'),
  polkadot: drawn('Polkadot'),
  bip122: drawn('Bitcoin'),
  cosmos: named('Cosmos'),
  sui: named('Sui'),
  stacks: named('Stacks'),
}
