import type { ApiOptions } from '@polkadot/api/types'
import * as z from 'zod/mini'
import type { JsonRpc } from '../json-rpc.ts'

type Provider = NonNullable<ApiOptions['provider']>

/** A call by which the metadata of a runtime was read, and what the node answered. */
export type MetadataRead = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

/** Whether a call reads metadata: by the runtime's own API, or of nodes without it. */
const isMetadataRead = (method: string, params: readonly unknown[]): boolean =>
  method === 'state_getMetadata' ||
  (method === 'state_call' && String(params[0]).startsWith('Metadata_metadata'))

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
