import { u8aToHex } from '@polkadot/util'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { type CompleteRequest, keyConnection, type LocalKey, otherNetwork } from '../../local-keys.ts'
import { parseSignable, type SignableRequest } from './signable-request.ts'

const signatureLength = 64

/** The type byte of sr25519 in `MultiSignature`. */
const sr25519Type = 1

/** Signatures of payloads have the type byte of `MultiSignature`, those of messages have none, as extensions return them. */
export const encodeSignature = (is: SignableRequest['is'], bytes: Uint8Array): `0x${string}` =>
  u8aToHex(is === 'payload' ? Uint8Array.of(sr25519Type, ...bytes) : bytes)

/** `LocalKeys.sign` on Polkadot: payloads of extrinsics of version 4, and messages in `<Bytes>`. */
export async function signRequest(
  key: LocalKey,
  request: CompleteRequest,
  chain: ChainId,
): Promise<{ readonly signature: string }> {
  if (key.namespace !== 'polkadot') throw otherNetwork()
  const { is, bytes } = parseSignable(keyConnection(key, chain), request)
  const signature = key.signMessage(bytes)
  if (signature.length !== signatureLength)
    throw new ProviderRpcError(providerCodes.internal, 'The key made no signature')
  return { signature: encodeSignature(is, signature) }
}
