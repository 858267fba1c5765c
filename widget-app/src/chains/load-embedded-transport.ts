import type { WalletTransport } from './chain-adapter.ts'
import type { EmbeddedPorts } from './embedded-source.ts'

/** Loads the source of our own wallet, whose keys the vault has. */
export const loadEmbeddedTransport = async (ports: EmbeddedPorts): Promise<WalletTransport> =>
  (await import('./embedded/embedded-transport.ts')).createEmbeddedTransport({
    ...ports,
    polkadotAddress: async (publicKey) =>
      (await import('./polkadot/public-key-address.ts')).publicKeyAddress(publicKey),
  })
