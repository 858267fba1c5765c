import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getBase64Decoder,
  getTransactionEncoder,
  type IInstruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { alice } from './unit-world.ts'

export const noBlockhash = '11111111111111111111111111111111'

/** A transaction without its signatures; Alice pays unless another payer is given. */
export function wireOf(
  instructions: readonly IInstruction[],
  {
    version = 0,
    payer = alice,
    lifetime = noBlockhash,
  }: { readonly version?: 'legacy' | 0; readonly payer?: Address; readonly lifetime?: string } = {},
): Uint8Array {
  const compiled = compileTransaction(
    appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(lifetime), lastValidBlockHeight: 1n },
        setTransactionMessageFeePayer(payer, createTransactionMessage({ version })),
      ),
    ),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compiled))
}

export const base64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** An account of an instruction: a writable address, unless it is marked as a signer or read-only. */
export type Named = Address | { readonly signer: Address } | { readonly reads: Address }

const metaOf = (one: Named) => {
  if (typeof one === 'string') return { address: one, role: AccountRole.WRITABLE }
  return 'signer' in one
    ? { address: one.signer, role: AccountRole.WRITABLE_SIGNER }
    : { address: one.reads, role: AccountRole.READONLY }
}

/** Builds an instruction from raw accounts and data. */
export const instructionOf = (
  programAddress: Address,
  accounts: readonly Named[],
  data: readonly number[] | Uint8Array,
): IInstruction => ({ programAddress, accounts: accounts.map(metaOf), data: Uint8Array.from(data) })

export const u32 = (value: number): readonly number[] => [...new Uint8Array(new Uint32Array([value]).buffer)]
export const u64 = (value: bigint): readonly number[] => [
  ...new Uint8Array(new BigUint64Array([value]).buffer),
]
export const keyBytes = (address: Address): readonly number[] => [...getAddressEncoder().encode(address)]

/** A string prefixed with its length in 8 bytes, as the System program encodes seeds. */
export const seed = (text: string): readonly number[] => [
  ...u64(BigInt(text.length)),
  ...new TextEncoder().encode(text),
]
