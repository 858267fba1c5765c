import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { testWallet } from '#widget/testing/world.ts'

/** One namespace, as far as the model needs it: its wallets, its chains, and the form of its requests. */
export type Shape = {
  readonly namespace: 'eip155' | 'solana' | 'polkadot'
  readonly wallets: readonly [string, string]
  readonly chains: readonly [Connection['chain'], Connection['chain']]
  /** Parameters of a request, by its approval limit. */
  readonly request: (limit: bigint) => Required<RpcRequest>
  /** Its wallets are session wallets, so that the confirm window decides. */
  readonly isSession?: true
}

const chain = parseChainId

const ethereum: Shape = {
  namespace: 'eip155',
  wallets: ['ethereum:io.metamask', 'ethereum:io.rabby'],
  chains: [chain('eip155:1'), chain('eip155:8453')],
  request: (limit) => ({ method: 'eth_sendTransaction', params: [{ data: String(limit) }] }),
}

/** The same with WalletConnect sessions. */
export const sessionShape: Shape = {
  ...ethereum,
  wallets: ['ethereum:walletconnect:io.metamask', 'ethereum:walletconnect:io.rabby'],
  isSession: true,
}

export const shapes: readonly [Shape, ...Shape[]] = [
  ethereum,
  {
    namespace: 'solana',
    wallets: ['solana:Phantom', 'solana:Beacon'],
    chains: [
      chain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      chain('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    ],
    request: (limit) => ({ method: 'solana:signTransaction', params: { transaction: String(limit) } }),
  },
  {
    namespace: 'polkadot',
    wallets: ['polkadot:talisman', 'polkadot:nova'],
    chains: [
      chain('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
      chain('polkadot:b0a8d493285c2df73290dfb7e61f870f'),
    ],
    request: (limit) => ({ method: 'injectedWeb3:signPayload', params: { method: String(limit) } }),
  },
]

/** The wallet of a shape as the page or a session announces it. */
export function walletOf({ namespace, isSession }: Shape, walletId: string) {
  const key = walletId.slice(walletId.lastIndexOf(':') + 1)
  if (isSession) return testWallet({ source: 'walletconnect', rdns: key, name: key, app: 'zengo://' })
  const source = ({ eip155: 'eip6963', solana: 'wallet-standard', polkadot: 'injected-web3' } as const)[
    namespace
  ]
  return testWallet({ namespace, source, name: key, ...(namespace === 'eip155' ? { rdns: key } : {}) })
}
