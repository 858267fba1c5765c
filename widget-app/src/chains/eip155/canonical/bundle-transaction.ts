import { type Hex, toQuantity } from '../hex.ts'
import { invalid, membersOf, optionalQuantity } from './canonical-values.ts'

/** Types of transactions by which our own wallet sends a bundle; 4 also delegates the account (EIP-7702). */
const bundleTypes: readonly bigint[] = [0n, 2n, 4n]

const memberNames = ['type', 'nonce', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

/**
 * The fields of the one transaction by which our own wallet sends a bundle; its call follows from the bundle. It names no
 * delegate: type 4 means the wallet's own account contract.
 */
export type BundleTransaction = {
  readonly type: bigint
  readonly nonce: bigint
  readonly gas: bigint
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
}

/** Parses the member `transaction` of a bundle. @throws ProviderRpcError −32602, also for any other member. */
export function parseBundleTransaction(value: unknown): BundleTransaction {
  const members = membersOf(value, 'bundle transaction')
  const isUnlisted = (name: string) => !memberNames.some((listed) => listed === name)
  if (Object.keys(members).some(isUnlisted)) throw invalid('bundle transaction')
  const quantity = (name: (typeof memberNames)[number]) => optionalQuantity(members[name], name)
  const [type, nonce, gas] = [quantity('type'), quantity('nonce'), quantity('gas')]
  if (type === undefined || nonce === undefined || gas === undefined || !bundleTypes.includes(type))
    throw invalid('bundle transaction')
  const fees = {
    gasPrice: quantity('gasPrice'),
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
  }
  return { type, nonce, gas, ...fees }
}

/** The member as `parseBundleTransaction` reads it. */
export const bundleTransactionParam = (transaction: BundleTransaction): Readonly<Record<string, Hex>> =>
  Object.fromEntries(
    memberNames.flatMap((name) => {
      const value = transaction[name]
      return value === undefined ? [] : [[name, toQuantity(value)] as const]
    }),
  )
