import { encodeBase58 } from '#shared/caip/base58.ts'
import { readTransaction } from './wire-transaction.ts'

type Fact = readonly [label: string, value: string]

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const systemTransfer = 2
const transferChecked = 12

const toDataView = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

function formatAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, '')
}

/** The facts that the user reads before signing: decoded transfers, and the program of every other instruction. */
export function describeTransaction(bytes: Uint8Array): readonly Fact[] {
  const { keys, instructions } = readTransaction(bytes)
  // Further accounts are in an address lookup table.
  const nameAt = (index: number | undefined): string => {
    const key = index === undefined ? undefined : keys[index]
    return key === undefined ? 'An account of a lookup table' : encodeBase58(key)
  }
  return instructions.flatMap(({ program, accounts, data }): readonly Fact[] => {
    const programName = nameAt(program)
    if (
      programName === systemProgram &&
      data.length === 12 &&
      toDataView(data).getUint32(0, true) === systemTransfer
    ) {
      const amount = toDataView(data).getBigUint64(4, true)
      return [
        ['To', nameAt(accounts[1])],
        ['Amount', `${formatAmount(amount, 9)} SOL`],
      ]
    }
    if (tokenPrograms.includes(programName) && data.length === 10 && data[0] === transferChecked) {
      const amount = toDataView(data).getBigUint64(1, true)
      return [
        ['To token account', nameAt(accounts[2])],
        ['Amount', `${formatAmount(amount, data[9] ?? 0)} of ${nameAt(accounts[1])}`],
      ]
    }
    return [['Program', programName]]
  })
}
