import * as z from '../../../../shared/zod.ts'

type Identity = {
  readonly method: string
  readonly params: readonly unknown[]
  /** Converts a response to the reference of the CAIP-2 id. */
  readonly reference: (result: string) => string | undefined
}

/** How a node reports its chain: CAIP-2 profiles of eip155, solana and polkadot. */
const identities: Readonly<Record<string, Identity>> = {
  eip155: {
    method: 'eth_chainId',
    params: [],
    reference: (result) => (/^0x[0-9a-f]{1,64}$/i.test(result) ? BigInt(result).toString() : undefined),
  },
  solana: { method: 'getGenesisHash', params: [], reference: (result) => result.slice(0, 32) },
  polkadot: { method: 'chain_getBlockHash', params: [0], reference: (result) => result.slice(2, 34) },
}

/** The call that reads a node's chain id; undefined for a namespace without one. */
export function identityOf(chainId: string): Identity | undefined {
  const namespace = chainId.split(':')[0] ?? ''
  return Object.hasOwn(identities, namespace) ? identities[namespace] : undefined
}

/** The CAIP-2 id of a node's response; undefined if the response has another shape. */
export function chainIdOf(chainId: string, identity: Identity, result: unknown): string | undefined {
  const text = z.safeParse(z.string(), result)
  const reference = text.success ? identity.reference(text.data) : undefined
  return reference === undefined ? undefined : `${chainId.split(':')[0]}:${reference}`
}
