import { type Address, type Hex, hexToBigInt, numberToHex, size } from 'viem'
import { resultOf, sendCalls } from '../../chain-clients/call-chain.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { addressTopic, logsSchema, topicAddress, type WireLog } from './wire.ts'

/** An ERC-20 event of an account, in base units. */
export type AccountLog = {
  readonly kind: 'transfer' | 'approval'
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly block: bigint
  readonly hash: Hex
}

/** Transfer(address,address,uint256) and Approval(address,address,uint256). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Maximum number of logs read for one page. */
const logLimit = 2_000
/** How often the range is narrowed to its newest sixteenth: 16^6 blocks are more than any node reads at a time. */
const maxNarrowings = 6
const narrowingFactor = 16n

/** Decodes an ERC-20 event; ERC-721 events have the id as a fourth topic and are skipped. */
function decodeLog({ address, topics, data, blockNumber, transactionHash }: WireLog): readonly AccountLog[] {
  const [kind, from, to] = topics
  if (from === undefined || to === undefined || topics.length !== 3 || size(data) !== 32) return []
  return [
    {
      kind: kind === transferTopic ? 'transfer' : 'approval',
      token: address,
      from: topicAddress(from),
      to: topicAddress(to),
      value: hexToBigInt(data),
      block: blockNumber,
      hash: transactionHash,
    },
  ]
}

/**
 * The ERC-20 events of an account between two blocks, inclusive. If a node rejects such a long range, or returns more than
 * 2,000 events, only its newest part is read, which begins at `bottom`.
 * @throws ChainCallError when the node rejects the shortest range too.
 */
export async function accountLogs(
  rpc: ChainRpc,
  chainId: string,
  account: Address,
  from: bigint,
  to: bigint,
): Promise<{ readonly logs: readonly AccountLog[]; readonly bottom: bigint }> {
  const topic = addressTopic(account)
  const filters = [
    [[transferTopic, approvalTopic], topic],
    [transferTopic, null, topic],
  ]
  const read = async (fromBlock: bigint): Promise<readonly WireLog[]> => {
    const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(to) }
    const calls = filters.map((topics) => ({ method: 'eth_getLogs', params: [{ ...range, topics }] }))
    const responses = await sendCalls(rpc, chainId, calls)
    return responses.flatMap((response) => resultOf(chainId, 'eth_getLogs', response, logsSchema))
  }
  let bottom = from
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === maxNarrowings || bottom === to
    const logs = await read(bottom).catch((error: unknown) => {
      if (isLast || !(error instanceof ChainCallError)) throw error
      return undefined
    })
    if (logs && (logs.length <= logLimit || isLast)) {
      // A transfer to oneself matches both filters.
      const uniqueLogs = new Map(logs.map((log) => [`${log.blockNumber}.${log.logIndex}`, log]))
      return { logs: [...uniqueLogs.values()].flatMap(decodeLog), bottom }
    }
    bottom = to - (to - bottom) / narrowingFactor
  }
}
