/** The format of envelopes a second time, by node:crypto only, with the nonce and the version as parameters. */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { EnvelopeContext } from '../envelope.ts'

/** All that an envelope depends on. */
export type EnvelopeParts = {
  readonly entropy: Uint8Array
  readonly factor: Uint8Array
  readonly serverKey: Uint8Array
  readonly context: EnvelopeContext
  readonly nonce: Uint8Array
  /** Version in the additional data; the first byte of the envelope is 1 regardless. */
  readonly version?: number
}

type Secrets = Pick<EnvelopeParts, 'factor' | 'serverKey'>

const wrappingKey = ({ factor, serverKey }: Secrets): Buffer =>
  Buffer.from(hkdfSync('sha256', factor, serverKey, 'drawbridge envelope v1', 32))

function additionalData({ userId, walletId, kind }: EnvelopeContext, version: number): Buffer {
  const fields = [Buffer.from(userId), Buffer.from(walletId), Buffer.from(kind), Buffer.of(version)]
  return Buffer.concat(fields.flatMap((field) => [Buffer.of(0, 0, 0, field.length), field]))
}

/** Seals as `sealEnvelope` does. */
export function referenceSeal({ version = 1, ...parts }: EnvelopeParts): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(parts), parts.nonce)
  cipher.setAAD(additionalData(parts.context, version))
  const sealed = [cipher.update(parts.entropy), cipher.final()]
  return new Uint8Array(Buffer.concat([Buffer.of(1), parts.nonce, ...sealed, cipher.getAuthTag()]))
}

/** Opens an envelope of `sealEnvelope`. @throws Error if it is not authentic. */
export function referenceOpen(envelope: Uint8Array, secrets: Secrets, context: EnvelopeContext): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secrets), envelope.subarray(1, 13))
  decipher.setAAD(additionalData(context, 1))
  decipher.setAuthTag(envelope.subarray(29))
  return new Uint8Array(Buffer.concat([decipher.update(envelope.subarray(13, 29)), decipher.final()]))
}
