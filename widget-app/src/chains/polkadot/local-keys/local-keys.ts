import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import { type CompleteRequest, type LocalKeys, signedMismatch } from '../../local-keys.ts'
import { bytesSchema } from '../scale-json.ts'
import { verifiedSignature } from '../wallet/signature-check.ts'
import { encodeSignature, signRequest } from './sign-request.ts'
import { parseSignable } from './signable-request.ts'

const signedSchema = () => z.strictObject({ signature: bytesSchema() })

/** Verifies the signature of the bytes by the account's sr25519 key; the dApp or the widget submits the extrinsic. */
async function respondToRequest(connection: Connection, request: CompleteRequest, signed: unknown) {
  const { is, address, bytes } = parseSignable(connection, request)
  const parsed = z.safeParse(signedSchema(), signed)
  if (!parsed.success) throw signedMismatch()
  const { signature } = parsed.data
  const verified = verifiedSignature(bytes, signature, address)
  if (verified?.kind !== 'sr25519' || encodeSignature(is, verified.bytes) !== signature)
    throw signedMismatch()
  return { id: 1, signature }
}

/** Signing for our own wallet on Polkadot. Its requests are complete, and it sends nothing. */
export const localKeys: LocalKeys = {
  complete: async (connection, request) => parseSignable(connection, request).request,
  sign: signRequest,
  respond: respondToRequest,
}
