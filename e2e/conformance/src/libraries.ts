import type { PageConfig } from '../../stack/wallets/page-config.ts'
import type { LibraryId, LibraryRow } from '../table.ts'
import type { StartDapp } from './library-dapp.ts'

/** The dApp of each library. */
export const libraries: Readonly<Record<LibraryId, () => Promise<{ readonly start: StartDapp }>>> = {
  wagmi: () => import('./wagmi.tsx'),
  ethers: () => import('./ethers.ts'),
  viem: () => import('./viem.ts'),
  web3: () => import('./web3.ts'),
  'wallet-adapter': () => import('./wallet-adapter.tsx'),
  'wallet-standard': () => import('./wallet-standard.ts'),
  'polkadot-js': () => import('./polkadot-js.ts'),
  'polkadot-api': () => import('./polkadot-api.ts'),
  dedot: () => import('./dedot.ts'),
}

/** SDK options for the dApp of a library. */
export function ecosystemOptions(
  { namespace, network }: Pick<LibraryRow, 'namespace' | 'network'>,
  { chains, solana, polkadot, acala }: PageConfig,
): Readonly<Record<string, unknown>> {
  const networks = chains.filter(({ configured }) => configured).map(({ chainId }) => `eip155:${chainId}`)
  return {
    eip155: { platforms: ['ethereum'], networks },
    solana: { platforms: ['solana'], networks: [solana?.id] },
    polkadot: { platforms: ['polkadot'], networks: [network === 'acala' ? acala?.id : polkadot?.id] },
  }[namespace]
}
