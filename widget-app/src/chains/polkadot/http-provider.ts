import type { ApiOptions } from '@polkadot/api/types'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../json-rpc.ts'

type Provider = NonNullable<ApiOptions['provider']>

/** A call that read the metadata of a runtime, with the node's result. */
export type MetadataRead = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

/** Whether a call reads metadata: by the runtime API, or on nodes without it. */
const isMetadataRead = (method: string, params: readonly unknown[]): boolean =>
  method === 'state_getMetadata' ||
  (method === 'state_call' && String(params[0]).startsWith('Metadata_metadata'))

/** A provider for `@polkadot/api` that also stores what the API discards. */
export type HttpProvider = Provider & {
  /** Error of its last failed request: the API retains only the message. */
  readonly failure: () => unknown
  /** The calls that read metadata so far, with the results as the node returned them. */
  readonly metadataReads: () => readonly MetadataRead[]
}

const noSubscriptions = () => Promise.reject(new Error('Our gateway has no subscriptions'))

/** The JSON-RPC gateway as a provider of `@polkadot/api`: requests only, without a connection or subscriptions. */
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
        // The caller asserts the type; the registry decodes the result by the chain's own metadata.
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
