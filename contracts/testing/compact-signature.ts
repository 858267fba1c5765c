import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'

/** Converts a signature of 65 bytes to 64 bytes (EIP-2098). */
export const compactSignature = (signature: Hex): Hex =>
  serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
