import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { chainReference } from '#shared/caip/chain-id.ts'
import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Call } from '../decode/call-facts.ts'
import type { Hex } from '../hex.ts'
import type { CanonicalBundle } from './canonical-bundle.ts'
import type { CanonicalAuthorization, CanonicalTransaction } from './canonical-transaction.ts'
import { invalid } from './canonical-values.ts'

/** ERC-7821: one batch, whose calls all succeed or none. */
const batchMode: Hex = `0x01${'0'.repeat(62)}`

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])

/** A call of a batch. @throws ProviderRpcError −32602 for a creation, and for the zero address, which ERC-7821 reads as the account. */
function executionOf({ to, value, data }: Call) {
  if (to === undefined || BigInt(to) === 0n) throw invalid('calls to')
  return { target: to, value, callData: data }
}

/** Whether calls can be executed as a batch: none is a creation, or has the zero address as its target. */
export const callsAreBatchable = (calls: readonly Call[]): boolean =>
  calls.every(({ to }) => to !== undefined && BigInt(to) !== 0n)

/**
 * The call of the account to itself that executes the calls (ERC-7821).
 * @throws ProviderRpcError −32602 for calls that are not batchable.
 */
export function encodeBatch(calls: readonly Call[]): Hex {
  const parameters = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
  const executionData = encodeAbiParameters(parameters, [calls.map(executionOf)])
  return encodeFunctionData({ abi: executeAbi, args: [batchMode, executionData] })
}

/** What the transaction of a bundle calls: a single call directly, several through the account itself. */
export function callOfBundle({ from, calls }: Pick<CanonicalBundle, 'from' | 'calls'>): Call {
  const [first, ...others] = calls
  if (first !== undefined && others.length === 0) return first
  return { to: from, value: 0n, data: encodeBatch(calls) }
}

/**
 * Our one authorization (EIP-7702): the account contract, and the chain itself.
 * @param nonce of the account when the authorization is applied: after that of a transaction of its own
 */
export function authorizationOf(chain: CanonicalBundle['chain'], nonce: bigint): CanonicalAuthorization {
  const chainNumber = BigInt(chainReference(chain))
  // 0 would be valid on every chain.
  if (chainNumber === 0n) throw invalid('chainId')
  return { address: embeddedAccountAddress, chain: chainNumber, nonce, signature: undefined }
}

/**
 * The transaction by which our own wallet sends a complete bundle. Its authorization is not signed yet.
 * @throws ProviderRpcError −32602 for an incomplete bundle, or one that cannot be sent like this.
 */
export function transactionOfBundle(bundle: CanonicalBundle): CanonicalTransaction {
  const { from, chain, calls, transaction } = bundle
  if (transaction === undefined)
    throw new ProviderRpcError(providerCodes.invalidParams, 'The bundle has no transaction')
  const upgrades = transaction.type === 4n
  // A single call needs no code of the account.
  if (upgrades && calls.length < 2) throw invalid('type')
  return {
    ...{ from, chain },
    ...callOfBundle(bundle),
    ...transaction,
    accessList: undefined,
    authorizations: upgrades ? [authorizationOf(chain, transaction.nonce + 1n)] : undefined,
  }
}
