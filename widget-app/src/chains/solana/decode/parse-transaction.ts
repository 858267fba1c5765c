import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
} from '@solana/web3.js'

/** A message as web3.js decodes it, its accounts by index. */
export type CompiledMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** A transaction in its one canonical form. */
export type ParsedTransaction = {
  /** The whole, with room for the signatures. */
  readonly wire: Uint8Array
  readonly messageBytes: Uint8Array
  readonly message: CompiledMessage
  /** Who has to sign, in their order, and who has. */
  readonly signatures: ReadonlyMap<Address, Uint8Array | undefined>
}

/** The most that fits in a packet; the chain takes no longer one of these versions. */
const wireMaxLength = 1_232

export const isSameBytes = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Lookups of a message; only version 0 has them. */
export const lookupsOf = (message: CompiledMessage) =>
  message.version === 'legacy' ? [] : (message.addressTableLookups ?? [])

/** How many accounts a message counts, those of lookup tables included. */
const accountCount = (message: CompiledMessage): number =>
  lookupsOf(message).reduce(
    (sum, { writableIndices, readableIndices }) => sum + writableIndices.length + readableIndices.length,
    message.staticAccounts.length,
  )

/** What the chain demands of header and indices before it runs anything. */
function isSane(message: CompiledMessage): boolean {
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

/** The number of signatures before a message takes one byte: more than 127 fit in no packet. */
const signaturesStart = 1
const signatureLength = 64

/**
 * Parses a transaction, legacy or of version 0. `undefined` for anything that is not, byte for byte, what encoding the
 * parsed value gives again (bytes behind it, lengths in a longer form than needed), or that no node would run.
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
      isSane(message)
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

/** The wire form of a message with these signatures; room is left for the missing ones. */
export function wireOf(
  messageBytes: Uint8Array,
  signatures: ReadonlyMap<Address, Uint8Array | undefined>,
): Uint8Array {
  const parts = [...signatures.values()].map((one) => one ?? new Uint8Array(signatureLength))
  return Uint8Array.from([signatures.size, ...parts.flatMap((one) => [...one]), ...messageBytes])
}

/** Whether the account at an index of a message's static accounts may be written to. */
export function isStaticWritable({ header, staticAccounts }: CompiledMessage, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < staticAccounts.length - numReadonlyNonSignerAccounts
}
