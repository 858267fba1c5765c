import { createHash } from 'node:crypto'
import type { SecretHash } from '../../ports/secret-hash.ts'

/** On this thread: Web Crypto sends each hash to another one, which takes a hundred times as long. */
export const secretHash: SecretHash = (secret) => createHash('sha256').update(secret).digest('hex')
