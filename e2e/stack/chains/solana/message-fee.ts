import { builtinPrograms, computeBudgetProgram } from './addresses.ts'
import type { CompiledTransactionMessage } from './wire-transaction.ts'

const lamportsPerSignature = 5_000n
const unitsPerProgram = 200_000
const unitsPerBuiltin = 3_000
const maxUnits = 1_400_000

/** Compute budget of a message: a limit in units, and a price in micro-lamports per unit. */
export function computeBudgetOf(message: CompiledTransactionMessage): {
  readonly limit: number
  readonly price: bigint
} {
  let requestedLimit: number | undefined
  let price = 0n
  let defaultLimit = 0
  for (const { programAddressIndex, data } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex]
    defaultLimit +=
      program !== undefined && builtinPrograms.includes(program) ? unitsPerBuiltin : unitsPerProgram
    if (program !== computeBudgetProgram || data === undefined) continue
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length === 5) requestedLimit = view.getUint32(1, true)
    if (data[0] === 3 && data.length === 9) price = view.getBigUint64(1, true)
  }
  return { limit: Math.min(requestedLimit ?? defaultLimit, maxUnits), price }
}

/** Fee of a message in lamports: for its signatures and for its compute units. */
export function messageFee(message: CompiledTransactionMessage): bigint {
  const { limit, price } = computeBudgetOf(message)
  return (
    lamportsPerSignature * BigInt(message.header.numSignerAccounts) +
    (price * BigInt(limit) + 999_999n) / 1_000_000n
  )
}
