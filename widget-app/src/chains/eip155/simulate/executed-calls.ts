import { decodeAbiParameters, decodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { isEntryPoint } from '../decode/well-known-contracts.ts'
import { type Hex, isSameHex } from '../hex.ts'
import { type OperationFee, operationFee } from '../transactions/user-operation-fee.ts'

/** A call that an account made. */
export type ExecutedCall = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

type IncludedTransaction = { readonly from: Hex; readonly to?: Hex | null | undefined } & {
  readonly value: bigint
  readonly input: Hex
}

/** Functions by which accounts with code execute calls, and the entry point that calls them (ERC-4337). */
const accountAbi = parseAbi([
  // ERC-7821, and ERC-7579 with the same selector
  'function execute(bytes32 mode, bytes executionData)',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] calls)',
])
const entryPointAbi = parseAbi([
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
])
const batch = parseAbiParameters('(address target, uint256 value, bytes data)[]')

/** Modes of a batch: atomic, or tolerating failures; plain, or with `opData` (ERC-7821) after the calls. */
const batchMode = /^0x010[01]00000000(00000000|78210001)0{44}$/i
const noAddress = `0x${'0'.repeat(40)}`

const tryDecode = <Result>(decode: () => Result): Result | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}

type BatchedCall = { readonly target: Hex; readonly value: bigint; readonly data: Hex }

/** ERC-7821 encodes the account itself as the zero address. */
const toExecutedCall =
  (account: Hex) =>
  ({ target, value, data }: BatchedCall): ExecutedCall => ({
    to: isSameHex(target, noAddress) ? account : target,
    value,
    data,
  })

/** The calls that an account's function executes; undefined for a non-standard function. */
function callsOfAccount(account: Hex, data: Hex): readonly ExecutedCall[] | undefined {
  const decoded = tryDecode(() => decodeFunctionData({ abi: accountAbi, data }))
  if (!decoded) return undefined
  const toCall = toExecutedCall(account)
  if (decoded.functionName === 'execute') {
    if (decoded.args.length === 3) {
      const [target, value, input] = decoded.args
      return [toCall({ target, value, data: input })]
    }
    const [mode, execution] = decoded.args
    if (!batchMode.test(mode)) return undefined
    return tryDecode(() => decodeAbiParameters(batch, execution))?.[0].map(toCall)
  }
  if (decoded.args.length === 1) return decoded.args[0].map(toCall)
  const [targets, values, datas] = decoded.args
  if (targets.length !== values.length || targets.length !== datas.length) return undefined
  return targets.map((target, at) => toCall({ target, value: values[at] ?? 0n, data: datas[at] ?? '0x' }))
}

/**
 * What a transaction was for an account: calls in a batch, with the fee that the account pays for them to an entry point; a
 * single call; or undecodable.
 */
export type Execution =
  | { readonly is: 'batch'; readonly calls: readonly ExecutedCall[]; readonly fee?: OperationFee | undefined }
  | { readonly is: 'single'; readonly calls: readonly [ExecutedCall] }
  | { readonly is: 'unreadable' }

const asBatch = (calls: readonly ExecutedCall[] | undefined, fee?: OperationFee): Execution =>
  calls ? { is: 'batch', calls, fee } : { is: 'unreadable' }

/** The operations of an account in the calldata of the entry point. */
function operationsOf(account: Hex, data: Hex) {
  const decoded = tryDecode(() => decodeFunctionData({ abi: entryPointAbi, data }))
  return (decoded?.args[0] ?? []).filter(({ sender }) => isSameHex(sender, account))
}

/**
 * The calls that an account made in a transaction, in order: in the batch that the account itself (EIP-7702) or an entry
 * point (ERC-4337) was called with, or as the transaction itself. Native value from the account to an entry point in
 * addition to an operation is not part of it.
 */
export function executionOf({ from, to, value, input }: IncludedTransaction, account: Hex): Execution {
  if (to == null) return { is: 'unreadable' }
  // Without data an account calls nothing, with any code: a payment to itself, or an upgrade in a separate transaction.
  const isPlain = isSameHex(from, account) && isSameHex(input, '0x')
  if (isSameHex(to, account) && !isPlain) return asBatch(callsOfAccount(account, input))
  const [operation, ...more] = isEntryPoint(to) ? operationsOf(account, input) : []
  if (operation !== undefined) {
    if (more.length > 0 || (isSameHex(from, account) && value > 0n)) return { is: 'unreadable' }
    return asBatch(callsOfAccount(account, operation.callData), operationFee(operation))
  }
  return isSameHex(from, account)
    ? { is: 'single', calls: [{ to, value, data: input }] }
    : { is: 'unreadable' }
}
