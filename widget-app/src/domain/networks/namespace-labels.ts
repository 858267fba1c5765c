import type { Namespace } from '#shared/caip/namespace.ts'

type NamespaceLabel = { readonly name: string; readonly icon: string | undefined }

const withoutIcon = (name: string): NamespaceLabel => ({ name, icon: undefined })
const withIcon = (name: string): NamespaceLabel => ({ name, icon: `/networks/${name.toLowerCase()}.svg` })

/** Display name of a chain namespace, and its bundled icon. */
export const namespaceLabels: { readonly [Name in Namespace]: NamespaceLabel } = {
  eip155: withIcon('Ethereum'),
  solana: withIcon('Solana'),
  polkadot: withIcon('Polkadot'),
  bip122: withIcon('Bitcoin'),
  cosmos: withoutIcon('Cosmos'),
  sui: withoutIcon('Sui'),
  stacks: withoutIcon('Stacks'),
}
