import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
} from '@solana/web3.js'

/** A message as web3.js decodes it, its accounts by index. */
export type CompiledMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** A transaction in canonical form. */
export type ParsedTransaction = {
  /** The whole transaction, with space for all signatures. */
  readonly wire: Uint8Array
  readonly messageBytes: Uint8Array
  readonly message: CompiledMessage
  /** The required signers in order, with their signatures as far as they have signed. */
  readonly signatures: ReadonlyMap<Address, Uint8Array | undefined>
}

/** The maximum size of a packet, in bytes; the chain accepts no longer transaction of these versions. */
const wireMaxLength = 1_232

export const isSameBytes = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Table lookups of a message; only version 0 has them. */
export const lookupsOf = (message: CompiledMessage) =>
  message.version === 'legacy' ? [] : (message.addressTableLookups ?? [])

/** Number of accounts of a message, including those from lookup tables. */
const accountCount = (message: CompiledMessage): number =>
  lookupsOf(message).reduce(
    (sum, { writableIndices, readableIndices }) => sum + writableIndices.length + readableIndices.length,
    message.staticAccounts.length,
  )

/** The chain's checks of header and indices before execution. */
function isValidStructure(message: CompiledMessage): boolean {
  const { header, staticAccounts, instructions } = message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const count = accountCount(message)
  return (
    numReadonlySignerAccounts < numSignerAccounts &&
    numSignerAccounts + numReadonlyNonSignerAccounts <= staticAccounts.length &&
    new Set(staticAccounts).size === staticAccounts.length &&
    count <= 256 &&
    instructions.every(
      ({ programAddressIndex, accountIndices = [] }) =>
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((index) => index < count),
    )
  )
}

/** The number of signatures takes one byte: more than 127 do not fit in a packet. */
const signaturesStart = 1
const signatureLength = 64

/**
 * Parses a transaction, legacy or version 0. Returns `undefined` if encoding the parsed value does not give exactly the same
 * bytes (trailing bytes, non-minimal lengths), or if no node would execute it.
 */
export function parseTransaction(wire: Uint8Array): ParsedTransaction | undefined {
  if (wire.length > wireMaxLength) return undefined
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version !== 'legacy' && message.version !== 0) return undefined
    const encoded = getCompiledTransactionMessageEncoder().encode(message)
    const signers = message.staticAccounts.slice(0, message.header.numSignerAccounts)
    const start = signaturesStart + signatureLength * signers.length
    const isCanonical =
      isSameBytes(encoded, messageBytes) &&
      wire[0] === signers.length &&
      wire.length === start + messageBytes.length &&
      isValidStructure(message)
    if (!isCanonical) return undefined
    const signed = signers.map((signer) => {
      const signature = signatures[signer]
      return [signer, signature ? Uint8Array.from(signature) : undefined] as const
    })
    return { wire, messageBytes: Uint8Array.from(messageBytes), message, signatures: new Map(signed) }
  } catch {
    return undefined
  }
}

/** The wire form of a message with these signatures; missing ones are zeros. */
export function wireOf(
  messageBytes: Uint8Array,
  signatures: ReadonlyMap<Address, Uint8Array | undefined>,
): Uint8Array {
  const parts = [...signatures.values()].map((one) => one ?? new Uint8Array(signatureLength))
  return Uint8Array.from([signatures.size, ...parts.flatMap((one) => [...one]), ...messageBytes])
}

/** Whether a static account of a message is writable, by its index. */
export function isStaticWritable({ header, staticAccounts }: CompiledMessage, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < staticAccounts.length - numReadonlyNonSignerAccounts
}
