import { RpcError } from '../../rpc-error.ts'

const signatureLength = 64
const keyLength = 32
const versionFlag = 0x80

/** A Solana transaction in its wire form, legacy or version 0, read as far as a wallet must. */
export type WireTransaction = {
  /** Where the first signature begins. */
  readonly signaturesAt: number
  /** What is signed. */
  readonly message: Uint8Array
  /** Keys that must sign, in the order of their signatures; the first one pays. */
  readonly signers: readonly Uint8Array[]
  readonly keys: readonly Uint8Array[]
  readonly instructions: readonly {
    readonly program: number
    readonly accounts: readonly number[]
    readonly data: Uint8Array
  }[]
}

/** Reads bytes from front to back; never beyond the end. */
function reader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RpcError(-32602, 'Not a transaction')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  return {
    at: () => at,
    take,
    byte,
    /** The length before a list: seven bits a byte, the lowest ones first (compact-u16). */
    length(): number {
      let value = 0
      for (const shift of [0, 7, 14]) {
        const part = byte()
        value |= (part & 0x7f) << shift
        if (part < 0x80) return value
      }
      throw new RpcError(-32602, 'Not a transaction')
    },
  }
}

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make)

/** @throws RpcError −32602 for what is no transaction. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const outer = reader(bytes)
  const signatures = outer.length()
  const signaturesAt = outer.at()
  outer.take(signatures * signatureLength)
  const message = bytes.subarray(outer.at())

  const inner = reader(message)
  const first = inner.byte()
  if (first > versionFlag) throw new RpcError(-32602, 'The wallet does not know this version of transactions')
  const required = first === versionFlag ? inner.byte() : first
  inner.take(2)
  const keys = times(inner.length(), () => inner.take(keyLength))
  if (required !== signatures || required === 0 || required > keys.length) {
    throw new RpcError(-32602, 'Not a transaction')
  }
  // The blockhash is as long as a key.
  inner.take(keyLength)
  const instructions = times(inner.length(), () => ({
    program: inner.byte(),
    accounts: [...inner.take(inner.length())],
    data: inner.take(inner.length()),
  }))
  return { signaturesAt, message, signers: keys.slice(0, required), keys, instructions }
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * A copy of a transaction with the signature of one key in its place; those of others stay as they are.
 * @throws RpcError −32602 when the transaction does not ask for this key.
 */
export async function signInPlace(
  bytes: Uint8Array,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { signaturesAt, message, signers } = readTransaction(bytes)
  const place = signers.findIndex((key) => sameBytes(key, publicKey))
  if (place < 0) throw new RpcError(-32602, 'The transaction asks for no signature of this account')
  const signed = Uint8Array.from(bytes)
  signed.set(await sign(message), signaturesAt + place * signatureLength)
  return signed
}

/** A copy of a transaction whose transfers of coins go to another account. */
export function redirected(bytes: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const { keys, instructions } = readTransaction(copy)
  const isSystem = (program: number) => keys[program]?.every((byte) => byte === 0)
  for (const { program, accounts } of instructions)
    if (isSystem(program)) keys[accounts[1] ?? keys.length]?.set(to)
  return copy
}

/** The signature of whoever pays: what the transaction is called. */
export function idOf(signed: Uint8Array): Uint8Array<ArrayBuffer> {
  const { signaturesAt } = readTransaction(signed)
  return Uint8Array.from(signed.subarray(signaturesAt, signaturesAt + signatureLength))
}
