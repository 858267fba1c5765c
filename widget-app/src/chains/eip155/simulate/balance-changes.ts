import { decodeAbiParameters, parseAbiParameters } from 'viem/utils'
import type { BalanceChange, SimulatedTransfers } from '../../request-facts.ts'
import { isAuthorityEvent } from '../decode/granted-authorities.ts'
import { isSameHex } from '../hex.ts'
import {
  isWordOf,
  type SimulationLog,
  transferTopic,
  wordAddress,
  wordAt,
  wordText,
} from './simulation-logs.ts'

/** Both transfers of ERC-1155, and the events that WETH9 emits instead of a transfer. */
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batchTopic = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** ERC-6909: Transfer(address caller, address sender, address receiver, uint256 id, uint256 amount). */
const transfer6909Topic = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'

/** Swaps of Uniswap V2 and V3 pools, which name the recipient of the output; the amounts are in transfer events. */
const swapTopics: ReadonlySet<string> = new Set([
  '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
])

/** The contract of the native currency in logs of `traceTransfers` (execution-apis). */
const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const noAddress = `0x${'0'.repeat(40)}`

type TokenMovement = {
  readonly from: string
  readonly to: string
  readonly contract: string | undefined
  readonly value: bigint
  readonly collectible?: bigint
}

function batchMovements({ address, topics: [, , from, to], data }: SimulationLog): readonly TokenMovement[] {
  try {
    const [ids, values] = decodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), data)
    return ids.map((collectible, at) => ({
      from: wordAddress(from),
      to: wordAddress(to),
      contract: address,
      value: values[at] ?? 0n,
      collectible,
    }))
  } catch {
    return []
  }
}

function transferMovement({
  address,
  topics: [, second, third, fourth],
  data,
}: SimulationLog): TokenMovement {
  // Early collections do not index their arguments.
  if (second === undefined)
    return {
      from: wordAddress(wordText(data, 0)),
      to: wordAddress(wordText(data, 1)),
      ...{ contract: address, value: 1n, collectible: wordAt(data, 2) },
    }
  const ends = { from: wordAddress(second), to: wordAddress(third) }
  if (fourth !== undefined) return { ...ends, contract: address, value: 1n, collectible: BigInt(fourth) }
  const contract = isSameHex(address, nativeAddress) ? undefined : address
  return { ...ends, contract, value: wordAt(data, 0) }
}

function movementsOf(log: SimulationLog): readonly TokenMovement[] {
  const { address: contract, topics, data } = log
  const [kind, second, third, fourth] = topics
  switch (kind) {
    case transferTopic:
      return [transferMovement(log)]
    case singleTopic: {
      const ends = { from: wordAddress(third), to: wordAddress(fourth) }
      return [{ ...ends, contract, value: wordAt(data, 1), collectible: wordAt(data, 0) }]
    }
    case batchTopic:
      return batchMovements(log)
    case transfer6909Topic: {
      const ends = { from: wordAddress(second), to: wordAddress(third) }
      return [{ ...ends, contract, value: wordAt(data, 1), collectible: BigInt(fourth ?? '0x0') }]
    }
    case depositTopic:
      return [{ from: noAddress, to: wordAddress(second), contract, value: wordAt(data, 0) }]
    case withdrawalTopic:
      return [{ from: wordAddress(second), to: noAddress, contract, value: wordAt(data, 0) }]
    default:
      return []
  }
}

const isMint = ({ topics: [kind] }: SimulationLog): boolean =>
  kind === depositTopic || kind === withdrawalTopic

/** Wrapped tokens that emit `Transfer` in addition to `Deposit` or `Withdrawal` would count twice. */
function withoutDuplicates(logs: readonly SimulationLog[]): readonly SimulationLog[] {
  const keyOf = (log: SimulationLog): string | undefined => {
    const [movement] = movementsOf(log)
    return movement && [log.address, movement.from, movement.to, movement.value].join(' ').toLowerCase()
  }
  const transfers = new Set(logs.filter(({ topics: [kind] }) => kind === transferTopic).map(keyOf))
  return logs.filter((log) => !isMint(log) || !transfers.has(keyOf(log)))
}

/**
 * Keeps deposits of wrapped tokens, where the same native amount went into the contract in the simulation. Many pools emit
 * an event of that name and shape, which yields no token.
 */
function withoutPools(logs: readonly SimulationLog[]): readonly SimulationLog[] {
  const nativeMovements = logs.flatMap(movementsOf).filter(({ contract }) => contract === undefined)
  return logs.filter(
    ({ topics: [kind], address, data }) =>
      kind !== depositTopic ||
      nativeMovements.some(({ to, value }) => isSameHex(to, address) && value === wordAt(data, 0)),
  )
}

/** Changes of an account's balances in base units, losses first; what returns within the simulation cancels out. */
export function balanceChanges(logs: readonly SimulationLog[], account: string): readonly BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const movement of withoutPools(withoutDuplicates(logs)).flatMap(movementsOf)) {
    const sign = (isSameHex(movement.to, account) ? 1n : 0n) - (isSameHex(movement.from, account) ? 1n : 0n)
    if (sign === 0n) continue
    const { contract, collectible } = movement
    const key = `${contract?.toLowerCase() ?? ''}#${collectible ?? ''}`
    const value = (sums.get(key)?.figure.value ?? 0n) + sign * movement.value
    sums.set(key, { figure: { value, contract }, collectible })
  }
  return [...sums.values()]
    .filter(({ figure }) => figure.value !== 0n)
    .sort((a, b) => Number(a.figure.value > 0n) - Number(b.figure.value > 0n))
}

/** What leaves an account, by asset and recipient, in base units, without transfers to itself. */
function sentAmounts(logs: readonly SimulationLog[], account: string): SimulatedTransfers['sent'] {
  const sums = new Map<string, SimulatedTransfers['sent'][number]>()
  for (const { from, to, contract, value, collectible } of withoutDuplicates(logs).flatMap(movementsOf)) {
    if (!isSameHex(from, account) || isSameHex(to, account) || value === 0n) continue
    const key = [contract ?? '', collectible ?? '', to].join('#').toLowerCase()
    const sum = (sums.get(key)?.figure.value ?? 0n) + value
    sums.set(key, { figure: { value: sum, contract }, collectible, to })
  }
  return [...sums.values()]
}

/** Whether an event names an account, in an indexed argument or in a word of its data. */
function isNamedIn({ topics, data }: SimulationLog, account: string): boolean {
  const words = data.slice(2).match(/.{64}/g) ?? []
  return [...topics.slice(1), ...words.map((word) => `0x${word}`)].some((word) => isWordOf(word, account))
}

/** The events of one simulated call, and the contract that it calls. */
type CallLogs = { readonly called: string | undefined; readonly logs: readonly SimulationLog[] }

/**
 * Transfers of a simulation in addition to the sums. `hasUnread`: an event names the account, is from another contract than
 * the called one, and neither this file nor `granted-authorities.ts` decodes it. It may concern something that the account
 * has there.
 */
export function simulatedTransfers(calls: readonly CallLogs[], account: string): SimulatedTransfers {
  const isDecoded = (log: SimulationLog) =>
    movementsOf(log).length > 0 || swapTopics.has(log.topics[0] ?? '') || isAuthorityEvent(log)
  const hasUnread = calls.some(({ called, logs }) =>
    logs.some((log) => !isSameHex(called, log.address) && !isDecoded(log) && isNamedIn(log, account)),
  )
  const logs = calls.flatMap((call) => call.logs)
  return { sent: sentAmounts(logs, account), hasUnread }
}

/** Whether the node reports native currency that leaves an account as logs (`traceTransfers`). */
export const reportsNativeTransfers = (logs: readonly SimulationLog[], account: string): boolean =>
  logs.some(({ address, topics: [, from] }) => isSameHex(address, nativeAddress) && isWordOf(from, account))
