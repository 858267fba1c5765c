import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { Asset, ChainAdapter } from '../../chain-adapter.ts'
import { createAdapter } from '../adapter.ts'
import { token2022Program } from '../programs.ts'
import { type TestKey, testKey } from './key.ts'
import { type SolanaWallet, solanaWallet } from './solana-wallet.ts'
import { type Svm, startSvm } from './svm.ts'

/** A real chain, two accounts with SOL and tokens, one of them in a wallet, and the adapter over a gateway. */
export type SvmWorld = {
  readonly adapter: ChainAdapter
  readonly wallet: SolanaWallet
  /** Another account with the same funds. */
  readonly other: TestKey
  readonly node: Svm
  readonly network: Network
  readonly native: Asset
  /** A token of SPL Token with 6 decimals, and one of Token-2022 with 2. */
  readonly token: Asset
  readonly newerToken: Asset
  /** Methods that the adapter called at the gateway. */
  readonly gatewayMethods: ReadonlySet<string>
  /** Responds to a method instead of the gateway, if it returns a response. */
  intercept(respond: ((method: string) => Response | undefined) | undefined): void
  stop(): Promise<void>
}

/** An unused address. */
export const freshAddress = (): string => testKey().address

const bodySchema = z.object({ method: z.string() })

/** Runs a chain with slots of 50 ms. */
export async function svmWorld(): Promise<SvmWorld> {
  const [key, other] = [testKey(), testKey()]
  const node = await startSvm(token2022Program, [key.address, other.address])
  const wallet = solanaWallet(key, () => node)
  const network: Network = {
    id: parseChainId(node.chainId),
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const gatewayMethods = new Set<string>()
  let interceptor: ((method: string) => Response | undefined) | undefined
  const gatewayFetch: typeof fetch = async (input, init) => {
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    gatewayMethods.add(method)
    return interceptor?.(method) ?? fetch(input, init)
  }
  const native: Asset = { chain: network.id, address: undefined, symbol: 'SOL', name: 'Solana', decimals: 9 }
  const tokenOf = (program: 'older' | 'newer'): Asset => {
    const mint = node.mints.find((one) => (one.program === token2022Program) === (program === 'newer'))
    if (mint === undefined) throw new Error('There is no such mint')
    const { address } = mint.key
    const name = `${address.slice(0, 4)}…${address.slice(-4)}`
    return { ...native, address, symbol: name, name, decimals: mint.decimals }
  }
  return {
    adapter: createAdapter({
      transport: wallet,
      rpcUrl: () => node.url,
      fetch: gatewayFetch,
      clock: systemClock,
      pollIntervalMs: 20,
    }),
    wallet,
    other,
    node,
    network,
    native,
    token: tokenOf('older'),
    newerToken: tokenOf('newer'),
    gatewayMethods,
    intercept: (respond) => {
      interceptor = respond
    },
    stop: node.stop,
  }
}
