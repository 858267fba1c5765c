import type { JsonRpc } from '../../json-rpc.ts'
import type { Fact } from '../../request-facts.ts'
import { bytesSchema, isSameHex } from '../hex.ts'
import { isWordOf, type SimulationLog, transferTopic } from '../simulate/simulation-logs.ts'
import { decodeUint } from '../tokens/erc20.ts'

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

/** `allowance(address,address)` of ERC-20. */
const allowanceData = (owner: string, spender: string): string => `0xdd62ed3e${word(owner)}${word(spender)}`

/**
 * Removes approvals that only report the rest of an earlier one: some tokens emit `Approval` on `transferFrom`. Such a token
 * moves in the simulation, and its allowance was not smaller before. An allowance that cannot be read counts as new.
 */
export async function newApprovals(
  rpc: JsonRpc,
  grants: readonly Fact[],
  logs: readonly SimulationLog[],
  account: string,
  signal: AbortSignal,
): Promise<readonly Fact[]> {
  const isNew = async (grant: Fact): Promise<boolean> => {
    if (grant.is !== 'approval') return true
    const { contract, value } = grant.figure
    const moves = logs.some(
      ({ address, topics }) =>
        isSameHex(address, contract) && topics[0] === transferTopic && isWordOf(topics[1], account),
    )
    if (contract === undefined || !moves) return true
    try {
      const call = { to: contract, data: allowanceData(account, grant.spender) }
      const before = decodeUint(await rpc('eth_call', [call, 'latest'], bytesSchema, { signal }))
      return before === undefined || before < value
    } catch {
      signal.throwIfAborted()
      return true
    }
  }
  const newFlags = await Promise.all(grants.map(isNew))
  return grants.filter((_grant, at) => newFlags[at])
}
