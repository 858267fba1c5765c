import { decodeBase58 } from '#shared/caip/base58.ts'
import { decodeBase64, encodeBase64 } from '../base64.ts'

const signatureLength = 64
const keyLength = 32
const versionBit = 0x80

/** Decodes a length of one to three bytes (Solana's compact-u16). */
function readLength(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[at + index] ?? 0
    value |= (byte & 0x7f) << (7 * index)
    if ((byte & 0x80) === 0) return { value, next: at + index + 1 }
  }
  return { value, next: at + 3 }
}

/**
 * Inserts a signature (base58) at its signer's place in a transaction (base64); `undefined` if the transaction does not
 * require that signer.
 */
export function withSignature(transaction: string, signer: string, signature: string): string | undefined {
  const wire = decodeBase64(transaction)
  const [key, signatureBytes] = [decodeBase58(signer), decodeBase58(signature)]
  if (wire === undefined || key?.length !== keyLength || signatureBytes?.length !== signatureLength)
    return undefined
  const signatures = readLength(wire, 0)
  const message = signatures.next + signatures.value * signatureLength
  const header = message + (((wire[message] ?? 0) & versionBit) === 0 ? 0 : 1)
  const required = wire[header] ?? 0
  const keys = readLength(wire, header + 3)
  for (let index = 0; index < Math.min(required, signatures.value); index += 1) {
    const at = keys.next + index * keyLength
    if (wire.slice(at, at + keyLength).join() !== key.join()) continue
    const completed = Uint8Array.from(wire)
    completed.set(signatureBytes, signatures.next + index * signatureLength)
    return encodeBase64(completed)
  }
  return undefined
}
