import { decodeErrorResult, parseAbi } from 'viem/utils'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { contractErrorIn } from '../contract-errors.ts'
import { bytesSchema, type Hex, lowerHex } from '../hex.ts'
import { isFailedRun } from '../simulate/is-execution-error.ts'

/** Why the chain would not carry out a transfer; `data.reason` of `send/failed`. */
type RefusedTransfer = 'insufficient-funds' | 'reverted' | 'token-paused' | 'token-blocked' | 'token-refuses'

/** What contracts of tokens write in their reasons and in the names of their errors. */
const pausedWords = /paus/i
const blockedWords = /(?:black|block|deny).?list|blocked|frozen|freez|sanction|banned|restricted|disallowed/i
/** A reason follows the node's own words; a custom error is none. */
const hasReason = /revert(?:ed)?\W+(?!custom error)\w/i

const errors = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const reasonMaxLength = 160

/** What a contract reverts with: its words, or the error by its signature or selector; undefined where that is nothing. */
export function revertReason(returnData: Hex): string | undefined {
  try {
    const { args, errorName } = decodeErrorResult({ abi: errors, data: returnData })
    const reason = errorName === 'Panic' ? `Panic(${args[0]})` : args[0].slice(0, reasonMaxLength)
    // The name of another failure, which no contract reports.
    return reason === 'insufficient-funds' ? undefined : reason
  } catch {
    const error = contractErrorIn(returnData)
    return error?.signature ?? error?.selector
  }
}

/** The reason of a contract in the data of an error: some nodes have it there alone, in an object or behind a word. */
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

function revertOf(words: string, isToken: boolean): RefusedTransfer {
  if (!isToken) return 'reverted'
  if (pausedWords.test(words)) return 'token-paused'
  if (blockedWords.test(words)) return 'token-blocked'
  return hasReason.test(words) ? 'token-refuses' : 'reverted'
}

/** What a contract says of its refusal: in words, by the name of its error, or by the selector of an unknown one. */
function wordsOf(message: string, data: string): string {
  const why = reasonIn(data)
  if (why !== undefined) return message.includes(why) ? message : `execution reverted: ${why}`
  // Some nodes write the bytes of a custom error into their message, as text.
  const error = contractErrorIn(data) ?? contractErrorIn(/custom error.*/i.exec(message)?.[0] ?? '')
  if (error === undefined) return message
  return `execution reverted: ${error.signature ?? `custom error ${error.selector}`}`
}

/** What a node's answer to a call says as WidgetError `send/failed`, `data.reason`; other errors as they are. */
export function refusedCall(error: unknown, isToken: boolean): unknown {
  if (!(error instanceof ProviderRpcError)) return error
  const { message } = error
  const isRevert = isFailedRun(error)
  // A contract may call its own balances insufficient.
  const isPoor = !isRevert && /insufficient (?:funds|balance)|gas required exceeds allowance/i.test(message)
  if (!isPoor && !isRevert) return error
  const words = isPoor ? message : wordsOf(message, dataText(error.data))
  const reason = isPoor ? 'insufficient-funds' : revertOf(words, isToken)
  return new WidgetError('send/failed', words, { cause: error, data: { reason } })
}
