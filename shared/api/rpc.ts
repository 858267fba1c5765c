import type * as z from 'zod/mini'
import {
  anyOf,
  anything,
  custom,
  finite,
  freshCopy,
  listOf,
  nonEmptyText,
  oneOf,
  openObject,
  optional,
  strictObject,
  text,
} from '../wire-schema.ts'
import { postEndpoint } from './endpoint.ts'
import { chainIdText } from './query-text.ts'

const version = () => oneOf('2.0')
const id = () => anyOf(finite(), text(128))

/** One JSON-RPC 2.0 call. */
export const rpcRequest = freshCopy(() =>
  openObject({
    jsonrpc: version(),
    id: id(),
    method: nonEmptyText(128),
    params: optional(listOf(anything)),
  }),
)
export type RpcRequest = z.infer<typeof rpcRequest>

/** One JSON-RPC 2.0 response: a result or an error, never both. */
export const rpcResponse = freshCopy(() =>
  anyOf(
    strictObject({ jsonrpc: version(), id: id(), result: custom<unknown>((value) => value !== undefined) }),
    strictObject({
      jsonrpc: version(),
      id: custom<string | number | null>((value) => value === null || id().fits(value)),
      error: openObject({ code: finite(), message: text(), data: anything }),
    }),
  ),
)
export type RpcResponse = z.infer<typeof rpcResponse>

/**
 * The RPC gateway: reads only (`channel/rpc-policy.ts`), single or batched; any other method fails with −32601 and
 * `texts.rpcNotAllowed`.
 */
export const postRpc = postEndpoint(
  '/v1',
  () => openObject({ chainId: chainIdText }),
  () => anyOf(rpcRequest, listOf(rpcRequest, 100, 1)),
  () => anyOf(rpcResponse, listOf(rpcResponse, 100)),
)
