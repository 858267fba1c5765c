import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '../../chain-adapter.ts'
import { embeddedHandlePrefix } from '../../embedded-handle.ts'
import type { Call } from '../decode/call-facts.ts'
import { type Hex, toQuantity } from '../hex.ts'
import { canonicalAddress, invalid, membersOf, optionalBytes, optionalQuantity } from './canonical-values.ts'

const gasNames = [
  'callGasLimit',
  'verificationGasLimit',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

type GasFields = Readonly<Record<(typeof gasNames)[number], bigint>>

/**
 * What a user operation (ERC-4337) has in addition to the request that it executes. Sender, chain and calls are those of the
 * request, the EntryPoint and the delegate those of our account contract: no other can be written here.
 */
export type SponsoredFields = GasFields & {
  /** At the EntryPoint; not the nonce of transactions. */
  readonly nonce: bigint
  readonly preVerificationGas: bigint
  /** Pays the fee; never the zero address, with which the account would pay. */
  readonly paymaster: Hex
  readonly paymasterData: Hex
  /** The account's nonce for transactions, if the operation also delegates it (EIP-7702). */
  readonly authorizationNonce: bigint | undefined
}

/** A reviewed request with the fields of the operation that executes it. */
export type OperationRequest = {
  readonly from: Hex
  readonly chain: ChainId
  readonly calls: readonly Call[]
  readonly fields: SponsoredFields
}

const memberNames: readonly string[] = [
  ...gasNames,
  ...['nonce', 'preVerificationGas', 'paymaster', 'paymasterData', 'authorizationNonce'],
]

/** Fields that are packed in half a word each. */
const halfWord = 2n ** 128n

/**
 * The member `userOperation` of a request of our own wallet; for other wallets it is dropped.
 * @throws ProviderRpcError −32602, also for any other member in it, and without a paymaster.
 */
export function parseSponsoredFields({ handle }: Connection, value: unknown): SponsoredFields | undefined {
  if (value === undefined || !handle.startsWith(embeddedHandlePrefix)) return undefined
  const members = membersOf(value, 'userOperation')
  if (Object.keys(members).some((name) => !memberNames.includes(name))) throw invalid('userOperation')
  const required = (name: string, limit = 2n ** 256n): bigint => {
    const quantity = optionalQuantity(members[name], `userOperation ${name}`)
    if (quantity === undefined || quantity >= limit) throw invalid(`userOperation ${name}`)
    return quantity
  }
  const paymaster = canonicalAddress(members.paymaster, 'userOperation paymaster')
  if (BigInt(paymaster) === 0n) throw invalid('userOperation paymaster')
  return {
    nonce: required('nonce'),
    preVerificationGas: required('preVerificationGas'),
    callGasLimit: required('callGasLimit', halfWord),
    verificationGasLimit: required('verificationGasLimit', halfWord),
    maxFeePerGas: required('maxFeePerGas', halfWord),
    maxPriorityFeePerGas: required('maxPriorityFeePerGas', halfWord),
    paymasterVerificationGasLimit: required('paymasterVerificationGasLimit', halfWord),
    paymasterPostOpGasLimit: required('paymasterPostOpGasLimit', halfWord),
    paymaster,
    paymasterData: optionalBytes(members.paymasterData, 'userOperation paymasterData') ?? '0x',
    authorizationNonce: optionalQuantity(members.authorizationNonce, 'userOperation authorizationNonce'),
  }
}

/** The member as `parseSponsoredFields` reads it. */
export const sponsoredFieldsParam = (fields: SponsoredFields): Readonly<Record<string, Hex>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'bigint' ? toQuantity(value) : value] as const],
    ),
  )
