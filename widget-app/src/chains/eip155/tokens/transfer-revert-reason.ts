import { decodeErrorResult, parseAbi } from 'viem/utils'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { contractErrorIn } from '../contract-errors.ts'
import { bytesSchema, type Hex, lowerHex } from '../hex.ts'
import { isExecutionError } from '../simulate/is-execution-error.ts'

/** Why the chain would reject a transfer; `data.reason` of `send/failed`. */
type TransferRevertReason =
  | 'insufficient-funds'
  | 'reverted'
  | 'token-paused'
  | 'token-blocked'
  | 'token-refuses'

/** Phrases in revert reasons and error names of token contracts. */
const pausedPattern = /paus/i
const blockedPattern =
  /(?:black|block|deny).?list|blocked|frozen|freez|sanction|banned|restricted|disallowed/i
/** A reason follows the node's message; a custom error does not count. */
const hasReason = /revert(?:ed)?\W+(?!custom error)\w/i

const errors = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const reasonMaxLength = 160

/** The revert reason of a contract: its text, or the error by its signature or selector; undefined without one. */
export function revertReason(returnData: Hex): string | undefined {
  try {
    const { args, errorName } = decodeErrorResult({ abi: errors, data: returnData })
    const reason = errorName === 'Panic' ? `Panic(${args[0]})` : args[0].slice(0, reasonMaxLength)
    // The name of a different failure, which no contract reports.
    return reason === 'insufficient-funds' ? undefined : reason
  } catch {
    const error = contractErrorIn(returnData)
    return error?.signature ?? error?.selector
  }
}

/** The revert reason in the data of an error: some nodes return it only there, in an object or after a word. */
function reasonIn(data: string): string | undefined {
  const [, encoded] = /(0x08c379a0(?:[0-9a-f]{64})*)/i.exec(data) ?? []
  if (encoded === undefined) return undefined
  try {
    const { args } = decodeErrorResult({ abi: errors, data: lowerHex(bytesSchema.parse(encoded)) })
    return String(args[0])
  } catch {
    return undefined
  }
}

function dataText(data: unknown): string {
  if (typeof data === 'string') return data
  try {
    return JSON.stringify(data) ?? ''
  } catch {
    return ''
  }
}

function toRevertReason(text: string, isToken: boolean): TransferRevertReason {
  if (!isToken) return 'reverted'
  if (pausedPattern.test(text)) return 'token-paused'
  if (blockedPattern.test(text)) return 'token-blocked'
  return hasReason.test(text) ? 'token-refuses' : 'reverted'
}

/** The revert reason of a contract: a text, the name of its error, or the selector of an unknown one. */
function revertMessage(message: string, data: string): string {
  const revertReasonText = reasonIn(data)
  if (revertReasonText !== undefined)
    return message.includes(revertReasonText) ? message : `execution reverted: ${revertReasonText}`
  // Some nodes include the bytes of a custom error in their message, as text.
  const error = contractErrorIn(data) ?? contractErrorIn(/custom error.*/i.exec(message)?.[0] ?? '')
  if (error === undefined) return message
  return `execution reverted: ${error.signature ?? `custom error ${error.selector}`}`
}

/** A node's error for a call as WidgetError `send/failed` with `data.reason`; other errors unchanged. */
export function toSendError(error: unknown, isToken: boolean): unknown {
  if (!(error instanceof ProviderRpcError)) return error
  const { message } = error
  const isRevert = isExecutionError(error)
  // A contract may report insufficient balances of its own.
  const isInsufficientFunds =
    !isRevert && /insufficient (?:funds|balance)|gas required exceeds allowance/i.test(message)
  if (!isInsufficientFunds && !isRevert) return error
  const text = isInsufficientFunds ? message : revertMessage(message, dataText(error.data))
  const reason = isInsufficientFunds ? 'insufficient-funds' : toRevertReason(text, isToken)
  return new WidgetError('send/failed', text, { cause: error, data: { reason } })
}
