import { RpcError } from '../../rpc-error.ts'

const signatureLength = 64
const keyLength = 32
const versionFlag = 0x80

/** The parts of a Solana transaction (legacy or version 0) that a wallet needs, from its wire format. */
export type WireTransaction = {
  /** Offset of the first signature, in bytes. */
  readonly signaturesAt: number
  /** The bytes to sign. */
  readonly message: Uint8Array
  /** Public keys of the required signers, in the order of their signatures; the first is the fee payer. */
  readonly signers: readonly Uint8Array[]
  readonly keys: readonly Uint8Array[]
  readonly instructions: readonly {
    readonly program: number
    readonly accounts: readonly number[]
    readonly data: Uint8Array
  }[]
}

/** Creates a sequential reader of bytes. Reading beyond the end throws RpcError −32602. */
function createReader(bytes: Uint8Array) {
  let at = 0
  const readBytes = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RpcError(-32602, 'Not a transaction')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => readBytes(1)[0] ?? 0
  return {
    at: () => at,
    readBytes,
    readByte: byte,
    /** The length prefix of a list (compact-u16): seven bits per byte, least significant first. */
    readLength(): number {
      let value = 0
      for (const shift of [0, 7, 14]) {
        const chunk = byte()
        value |= (chunk & 0x7f) << shift
        if (chunk < 0x80) return value
      }
      throw new RpcError(-32602, 'Not a transaction')
    },
  }
}

const repeat = <Value>(count: number, createItem: () => Value): Value[] =>
  Array.from({ length: count }, createItem)

/** Decodes a transaction. @throws RpcError −32602 when the bytes are not a transaction. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const outer = createReader(bytes)
  const signatures = outer.readLength()
  const signaturesAt = outer.at()
  outer.readBytes(signatures * signatureLength)
  const message = bytes.subarray(outer.at())

  const inner = createReader(message)
  const first = inner.readByte()
  if (first > versionFlag) throw new RpcError(-32602, 'The wallet does not know this version of transactions')
  const required = first === versionFlag ? inner.readByte() : first
  inner.readBytes(2)
  const keys = repeat(inner.readLength(), () => inner.readBytes(keyLength))
  if (required !== signatures || required === 0 || required > keys.length) {
    throw new RpcError(-32602, 'Not a transaction')
  }
  // Skip the blockhash, which has the length of a key.
  inner.readBytes(keyLength)
  const instructions = repeat(inner.readLength(), () => ({
    program: inner.readByte(),
    accounts: [...inner.readBytes(inner.readLength())],
    data: inner.readBytes(inner.readLength()),
  }))
  return { signaturesAt, message, signers: keys.slice(0, required), keys, instructions }
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * Returns a copy of a transaction with the signature of one key; other signatures stay unchanged.
 * @throws RpcError −32602 when the key is not a required signer.
 */
export async function signInPlace(
  bytes: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { signaturesAt, message, signers } = readTransaction(bytes)
  const index = signers.findIndex((key) => sameBytes(key, publicKey))
  if (index < 0) throw new RpcError(-32602, 'The transaction asks for no signature of this account')
  const signed = Uint8Array.from(bytes)
  signed.set(await sign(message), signaturesAt + index * signatureLength)
  return signed
}

/** Returns a copy of a transaction with another recipient in its transfers of the native currency. */
export function redirectTransfers(bytes: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const { keys, instructions } = readTransaction(copy)
  const isSystem = (program: number) => keys[program]?.every((byte) => byte === 0)
  for (const { program, accounts } of instructions)
    if (isSystem(program)) keys[accounts[1] ?? keys.length]?.set(to)
  return copy
}

/** The id of a signed transaction: the signature of its fee payer. */
export function transactionIdOf(signed: Uint8Array): Uint8Array<ArrayBuffer> {
  const { signaturesAt } = readTransaction(signed)
  return Uint8Array.from(signed.subarray(signaturesAt, signaturesAt + signatureLength))
}
