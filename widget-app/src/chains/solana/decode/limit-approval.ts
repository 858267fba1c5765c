import { getBase64Decoder, getCompiledTransactionMessageEncoder } from '@solana/web3.js'
import * as z from '#shared/zod.ts'
import { tokenPrograms } from '../programs.ts'
import type { ParsedRequest, RequestedTransaction } from '../wallet/parse-request.ts'
import { type CompiledMessage, parseTransaction, wireOf } from './parse-transaction.ts'

/** Data length of the approval instructions of both token programs, by their first byte. The amount follows that byte. */
const approvalLengths: Readonly<Record<number, number>> = { 4: 9, 13: 10 }
/** A batch of instructions within one instruction (SIMD-0266): an approval may be among them. */
const batchTag = 255

type Instruction = CompiledMessage['instructions'][number]

const isOfTokens = ({ staticAccounts }: CompiledMessage, { programAddressIndex }: Instruction): boolean =>
  tokenPrograms.some((program) => program === staticAccounts[programAddressIndex])

/** Index of a message's only approval, and its amount in base units. */
function findApproval(
  message: CompiledMessage,
): { readonly at: number; readonly requestedAmount: bigint } | undefined {
  const found = message.instructions.flatMap((one, at) => {
    const [tag] = one.data ?? []
    const isApproval = tag !== undefined && (tag in approvalLengths || tag === batchTag)
    return isApproval && isOfTokens(message, one) ? [{ at, tag, data: one.data ?? new Uint8Array() }] : []
  })
  const [single] = found
  if (single === undefined || found.length > 1 || single.data.length !== approvalLengths[single.tag])
    return undefined
  return {
    at: single.at,
    requestedAmount: new DataView(Uint8Array.from(single.data).buffer).getBigUint64(1, true),
  }
}

function withAmount(message: CompiledMessage, at: number, amount: bigint): CompiledMessage {
  const instructions = message.instructions.map((one, index) => {
    if (index !== at) return one
    const data = Uint8Array.from(one.data ?? [])
    new DataView(data.buffer).setBigUint64(1, amount, true)
    return { ...one, data }
  })
  return { ...message, instructions }
}

/** The transaction with that amount and without signatures, parsed like the one from the site. */
function withLoweredAmount({ transaction }: RequestedTransaction, at: number, amount: bigint) {
  const message = withAmount(transaction.message, at, amount)
  const messageBytes = Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message))
  const unsigned = new Map([...transaction.signatures.keys()].map((signer) => [signer, undefined]))
  const parsed = parseTransaction(wireOf(messageBytes, unsigned))
  if (parsed === undefined) throw new TypeError('The lowered transaction cannot be read')
  return parsed
}

const paramsSchema = () => z.looseObject({ transaction: z.string() })

/**
 * Returns a function that lowers the only approval of a transaction (Approve, ApproveChecked) to an amount in base units and
 * writes the request anew. `undefined` if there is no approval or more than one, or if another key has signed the
 * transaction, because its signature covers the original message.
 * @throws RangeError if the amount is negative or above the requested one.
 */
export function approvalLimit({
  requested,
  request,
}: ParsedRequest): ((amount: bigint) => ParsedRequest) | undefined {
  if (requested.is !== 'transaction') return undefined
  const { account, transaction } = requested
  const isSignedByOther = [...transaction.signatures].some(
    ([signer, signature]) => signer !== account && signature !== undefined,
  )
  const approval = isSignedByOther ? undefined : findApproval(transaction.message)
  if (approval === undefined) return undefined
  return (amount) => {
    if (amount < 0n || amount > approval.requestedAmount)
      throw new RangeError('The amount is above what was asked')
    const limited = { ...requested, transaction: withLoweredAmount(requested, approval.at, amount) }
    const params = {
      ...z.parse(paramsSchema(), request.params),
      transaction: getBase64Decoder().decode(limited.transaction.wire),
    }
    return { requested: limited, request: { ...request, params } }
  }
}
