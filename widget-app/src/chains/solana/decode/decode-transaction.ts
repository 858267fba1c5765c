import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/web3.js'

/** An instruction with its accounts resolved to addresses. */
export type DecodedInstruction = {
  readonly program: Address | undefined
  readonly accounts: readonly (Address | undefined)[]
  readonly data: Uint8Array
}

/** A transaction, decoded from its wire form. */
export type DecodedTransaction = {
  /** Base58 of the first signature, which is the transaction id; `undefined` before the fee payer has signed. */
  readonly signature: string | undefined
  /** The blockhash that limits its validity; with a durable nonce, the nonce's value. */
  readonly lifetime: string
  readonly signers: readonly Address[]
  /** All its accounts, in the order in which a node reports their balances; the first one is the fee payer. */
  readonly keys: readonly Address[]
  readonly instructions: readonly DecodedInstruction[]
}

/** Addresses from lookup tables, in the order of their index in a message. */
export type LoadedAddresses = {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
}

/** Decodes a transaction; `undefined` if the bytes are not one, or have an unsupported version. */
export function decodeTransaction(
  wire: Uint8Array,
  loaded: LoadedAddresses = { writable: [], readonly: [] },
): DecodedTransaction | undefined {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const keys = [...message.staticAccounts, ...loaded.writable, ...loaded.readonly]
    const [first] = Object.values(signatures)
    return {
      signature: first ? getBase58Decoder().decode(first) : undefined,
      lifetime: message.lifetimeToken,
      keys,
      signers: message.staticAccounts.slice(0, message.header.numSignerAccounts),
      instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
        program: keys[programAddressIndex],
        accounts: (accountIndices ?? []).map((index) => keys[index]),
        data: Uint8Array.from(data ?? []),
      })),
    }
  } catch {
    return undefined
  }
}
