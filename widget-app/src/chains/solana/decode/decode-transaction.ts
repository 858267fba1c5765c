import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/web3.js'

/** One instruction with the addresses it names. */
export type ReadInstruction = {
  readonly program: Address | undefined
  readonly accounts: readonly (Address | undefined)[]
  readonly data: Uint8Array
}

/** What a transaction in its wire form says. */
export type ReadTransaction = {
  /** Base58 of the first signature, by which the transaction is known; `undefined` before its payer has signed. */
  readonly signature: string | undefined
  /** The blockhash it lives as long as; another value for one with a durable nonce. */
  readonly lifetime: string
  readonly signers: readonly Address[]
  /** Every account it names, in the order in which a node tells their balances; the first one pays. */
  readonly keys: readonly Address[]
  readonly instructions: readonly ReadInstruction[]
}

/** Addresses out of lookup tables, in the order in which messages count them. */
export type LoadedAddresses = {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
}

/** Reads a transaction; `undefined` for bytes which are none, or of a version that is not known here. */
export function readTransaction(
  wire: Uint8Array,
  loaded: LoadedAddresses = { writable: [], readonly: [] },
): ReadTransaction | undefined {
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
