import type { ApiOptions } from '@polkadot/api/types'
import * as z from 'zod/mini'
import type { JsonRpc } from '../json-rpc.ts'
import { isMetadataRead, type MetadataRead } from './runtime-agreement.ts'

type Provider = NonNullable<ApiOptions['provider']>

/** A provider for `@polkadot/api` which remembers what the API does not keep. */
export type HttpProvider = Provider & {
  /** Why its last request failed: the API keeps only the words. */
  readonly failure: () => unknown
  /** How metadata was read so far, with the bytes as the node answered. */
  readonly metadataReads: () => readonly MetadataRead[]
}

const noSubscriptions = () => Promise.reject(new Error('Our gateway has no subscriptions'))

/** Our JSON-RPC gateway as `@polkadot/api` wants it: requests only, nothing to connect and nothing to end. */
export function httpProvider(rpc: JsonRpc): HttpProvider {
  let failure: unknown
  const reads: MetadataRead[] = []
  const provider: HttpProvider = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => undefined,
    disconnect: async () => undefined,
    on: () => () => undefined,
    send: async (method, params) => {
      try {
        // Whoever calls names the type; the registry decodes it by the chain's own metadata.
        const result = await rpc(method, params, z.any())
        if (isMetadataRead(method, params)) reads.push({ method, params, result })
        return result
      } catch (error) {
        failure = error
        throw error
      }
    },
    subscribe: noSubscriptions,
    unsubscribe: noSubscriptions,
    failure: () => failure,
    metadataReads: () => [...reads],
  }
  return provider
}
