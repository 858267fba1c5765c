import { type ChainId, namespaceOf, parseChainId } from './chain-id.ts'

/** EVM chains whose native currency has its own SLIP-44 number. */
const coinTypeByChain: Readonly<Record<string, string>> = { 'eip155:56': '714', 'eip155:204': '714' }
const coinTypeByNamespace: Readonly<Record<string, string>> = { eip155: '60', solana: '501' }
const tokenKindByNamespace: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

/**
 * CAIP-19 id of an asset; without `address` that of the chain's native currency. Returns undefined for a namespace without
 * asset ids.
 * @example assetIdOf('eip155:1', undefined) // 'eip155:1/slip44:60'
 */
export function assetIdOf(chain: ChainId, address: string | undefined): string | undefined {
  const namespace = namespaceOf(chain)
  const coinType = coinTypeByChain[chain] ?? coinTypeByNamespace[namespace]
  const kind = tokenKindByNamespace[namespace]
  if (coinType === undefined || kind === undefined) return undefined
  return address === undefined ? `${chain}/slip44:${coinType}` : `${chain}/${kind}:${address}`
}

/** Chain and token address of a CAIP-19 id; undefined for an unsupported id. The native currency has no address. */
export function readAssetId(id: string): { chain: ChainId; address: string | undefined } | undefined {
  const match = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/(slip44|erc20|token):([-.%a-zA-Z0-9]{1,128})$/.exec(
    id,
  )
  const [, chainText, kind, reference] = match ?? []
  if (chainText === undefined || reference === undefined) return undefined
  const chain = parseChainId(chainText)
  const address = kind === 'slip44' ? undefined : reference
  return assetIdOf(chain, address) === id ? { chain, address } : undefined
}
