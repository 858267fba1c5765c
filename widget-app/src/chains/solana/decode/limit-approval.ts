import { getBase64Decoder, getCompiledTransactionMessageEncoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import { tokenPrograms } from '../programs.ts'
import type { AskedTransaction, ParsedRequest } from '../wallet/parse-request.ts'
import { type CompiledMessage, parseTransaction, wireOf } from './parse-transaction.ts'

/** Instructions of both token programs whose amount follows the first byte, by that byte: how long their data is. */
const approvalLengths: Readonly<Record<number, number>> = { 4: 9, 13: 10 }
/** Instructions inside of one instruction (SIMD-0266): an approval may be among them. */
const batchTag = 255

type Instruction = CompiledMessage['instructions'][number]

const isOfTokens = ({ staticAccounts }: CompiledMessage, { programAddressIndex }: Instruction): boolean =>
  tokenPrograms.some((program) => program === staticAccounts[programAddressIndex])

/** Where the one approval of a message is, and what it is for in base units. */
function approvalIn(message: CompiledMessage): { readonly at: number; readonly most: bigint } | undefined {
  const found = message.instructions.flatMap((one, at) => {
    const [tag] = one.data ?? []
    const isApproval = tag !== undefined && (tag in approvalLengths || tag === batchTag)
    return isApproval && isOfTokens(message, one) ? [{ at, tag, data: one.data ?? new Uint8Array() }] : []
  })
  const [only] = found
  if (only === undefined || found.length > 1 || only.data.length !== approvalLengths[only.tag])
    return undefined
  return { at: only.at, most: new DataView(Uint8Array.from(only.data).buffer).getBigUint64(1, true) }
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

/** The transaction without signatures and with that amount, parsed as the one of the site was. */
function lowered({ transaction }: AskedTransaction, at: number, amount: bigint) {
  const message = withAmount(transaction.message, at, amount)
  const messageBytes = Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message))
  const unsigned = new Map([...transaction.signatures.keys()].map((signer) => [signer, undefined]))
  const parsed = parseTransaction(wireOf(messageBytes, unsigned))
  if (parsed === undefined) throw new TypeError('The lowered transaction cannot be read')
  return parsed
}

const paramsSchema = () => z.looseObject({ transaction: z.string() })

/**
 * Lowers the one approval of a transaction (Approve, ApproveChecked) to an amount in base units; the result is the request
 * written anew with it. Undefined where there is no approval or more than one, and where another key has signed the
 * transaction: its signature is of the message as the site wrote it.
 * @throws RangeError for an amount that is negative or above what the site asked for.
 */
export function approvalLimit({
  asked,
  request,
}: ParsedRequest): ((amount: bigint) => ParsedRequest) | undefined {
  if (asked.is !== 'transaction') return undefined
  const { account, transaction } = asked
  const isSignedByOther = [...transaction.signatures].some(
    ([signer, signature]) => signer !== account && signature !== undefined,
  )
  const approval = isSignedByOther ? undefined : approvalIn(transaction.message)
  if (approval === undefined) return undefined
  return (amount) => {
    if (amount < 0n || amount > approval.most) throw new RangeError('The amount is above what was asked')
    const own = { ...asked, transaction: lowered(asked, approval.at, amount) }
    const params = {
      ...z.parse(paramsSchema(), request.params),
      transaction: getBase64Decoder().decode(own.transaction.wire),
    }
    return { asked: own, request: { ...request, params } }
  }
}
