import { encodeFunctionData, parseAbi } from 'viem/utils'
import { isRoundingDifference } from '#shared/amount/is-rounding-difference.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { addressSchema, type Hex, isSameHex } from '../hex.ts'
import { encodeTransfer } from '../tokens/erc20.ts'
import { simulateTokenTransfer } from '../tokens/simulate-token-transfer.ts'

type TransferFact = Extract<Fact, { is: 'transfer' }>

/** Maximum simulations for one request: a batch of a dApp may have thousands of transfers. */
const maxSimulations = 16

const abi = parseAbi(['function transferFrom(address from, address to, uint256 value)'])

/** Transfers of an amount of a token to another account of this chain. */
const isTokenTransfer = (
  { figure, from, to, beyond, mayBeCollectible, reportedAs }: TransferFact,
  account: string,
): boolean =>
  figure.contract !== undefined &&
  figure.value > 0n &&
  beyond === undefined &&
  (mayBeCollectible !== true || reportedAs === 'amount') &&
  !isSameHex(to, from ?? account)

const transfersIn = (facts: readonly Fact[], account: string): readonly TransferFact[] =>
  facts.flatMap((fact) => {
    if (fact.is === 'batch') return transfersIn(fact.facts, account)
    return fact.is === 'transfer' && isTokenTransfer(fact, account) ? [fact] : []
  })

/** The calldata of a transfer; with `from`, of a `transferFrom` by the signer's approval. */
function dataOf({ from, to, figure }: TransferFact): Hex {
  const recipient = addressSchema.parse(to)
  return from === undefined
    ? encodeTransfer(recipient, figure.value)
    : encodeFunctionData({
        ...{ abi, functionName: 'transferFrom' },
        args: [addressSchema.parse(from), recipient, figure.value],
      })
}

/** What a transfer's recipient gets and its sender loses, if a simulation shows a token fee, and not only rounding. */
async function amountDifferences(
  rpc: JsonRpc,
  fact: TransferFact,
  { account, chain }: Description,
  signal: AbortSignal,
): Promise<Pick<TransferFact, 'arrives' | 'leaves'>> {
  const addresses = [account, fact.figure.contract, fact.from ?? account, fact.to]
  const [from, to, sender, recipient] = addresses.map((text) => addressSchema.safeParse(text).data)
  if (!from || !to || !sender || !recipient) return {}
  const simulation = {
    chain,
    transfer: { from, to, value: 0n, data: dataOf(fact) },
    giver: sender,
    receiver: recipient,
  }
  const { arrives, leaves } = (await simulateTokenTransfer(rpc, simulation, signal)) ?? {}
  const { value } = fact.figure
  return {
    // A token that promises more than what is sent is not shown in a review.
    ...(arrives !== undefined && arrives < value && !isRoundingDifference(value, arrives) ? { arrives } : {}),
    ...(leaves !== undefined && leaves > value && !isRoundingDifference(leaves, value) ? { leaves } : {}),
  }
}

/**
 * The facts with received and lost amounts of token transfers, if they differ from the sent amount. Each transfer is
 * simulated separately: one that depends on an earlier call of its batch, or that the node cannot simulate, gets no amounts.
 */
export async function withReceivedAmounts(
  rpc: JsonRpc,
  description: Description,
  signal: AbortSignal,
): Promise<Description> {
  const transfers = transfersIn(description.facts, description.account).slice(0, maxSimulations)
  if (transfers.length === 0) return description
  const differences = new Map<Fact, Pick<TransferFact, 'arrives' | 'leaves'>>()
  await Promise.all(
    transfers.map(async (fact) => {
      differences.set(fact, await amountDifferences(rpc, fact, description, signal))
    }),
  )
  const withReceivedAmount = (fact: Fact): Fact => {
    if (fact.is === 'batch') return { ...fact, facts: fact.facts.map(withReceivedAmount) }
    return fact.is === 'transfer' ? { ...fact, ...differences.get(fact) } : fact
  }
  return { ...description, facts: description.facts.map(withReceivedAmount) }
}
