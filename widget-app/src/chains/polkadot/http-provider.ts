import type { ApiOptions } from '@polkadot/api/types'
import * as z from 'zod/mini'
import type { JsonRpc } from '../json-rpc.ts'

type Provider = NonNullable<ApiOptions['provider']>

/** A provider for `@polkadot/api` which remembers why its last request failed: the API keeps only the words. */
export type HttpProvider = Provider & { readonly failure: () => unknown }

const noSubscriptions = () => Promise.reject(new Error('Our gateway has no subscriptions'))

/** Our JSON-RPC gateway as `@polkadot/api` wants it: requests only, nothing to connect and nothing to end. */
export function httpProvider(rpc: JsonRpc): HttpProvider {
  let failure: unknown
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
        return await rpc(method, params, z.any())
      } catch (error) {
        failure = error
        throw error
      }
    },
    subscribe: noSubscriptions,
    unsubscribe: noSubscriptions,
    failure: () => failure,
  }
  return provider
}
