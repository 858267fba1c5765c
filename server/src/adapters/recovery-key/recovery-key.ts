import { createHash } from 'node:crypto'
import type { RecoveryKey } from '../../ports/recovery-key.ts'

/** The operator's public key, with its id (`publicKeyId`). @param publicKey an uncompressed point of P-256, in base64url. */
export const createRecoveryKey = (publicKey: string): RecoveryKey => ({
  publicKey,
  id: createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex'),
})
