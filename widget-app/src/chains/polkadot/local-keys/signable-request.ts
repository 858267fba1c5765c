import { hexToU8a, u8aIsWrapped } from '@polkadot/util'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { notSigned, refuseWalletProof } from '../../local-keys.ts'
import { parseRequest } from '../transactions/prepare-request.ts'
import { walletRequest } from '../wallet/handle-dapp-request.ts'
import { encodePayload, signedBytes } from '../wallet/payload-bytes.ts'

/** A request that our own wallet signs, after its one parse. */
export type SignableRequest = {
  readonly request: RpcRequest
  readonly is: 'payload' | 'message'
  readonly address: string
  /** The bytes that the key signs. */
  readonly bytes: Uint8Array
}

/**
 * Parses a request by the parser of all dApp requests, and encodes the bytes to sign: of a payload its encoding, or the hash
 * of a long one; of a message the bytes in `<Bytes>`, which are no payload of any chain.
 * @throws ProviderRpcError 4200, also for a payload with an unknown extension, because its bytes are not known; −32602; 4100
 * for an account that is not connected.
 */
export function parseSignable(connection: Connection, request: RpcRequest): SignableRequest {
  const requested = parseRequest(connection, request)
  const canonical = walletRequest(requested)
  if (requested.is === 'payload') {
    const { payload, unknownExtensions } = requested
    if (unknownExtensions.length > 0) throw notSigned(`payloads with ${unknownExtensions.join(', ')}`)
    const bytes = signedBytes(encodePayload(requested))
    return { is: 'payload', request: canonical, address: payload.address, bytes }
  }
  const bytes = hexToU8a(requested.params.data)
  if (!u8aIsWrapped(bytes, false))
    throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid params: data')
  refuseWalletProof(bytes)
  return { is: 'message', request: canonical, address: requested.address, bytes }
}
