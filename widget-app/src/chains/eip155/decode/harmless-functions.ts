import { parseAbi } from 'viem/utils'
import type { Fact } from '../../request-facts.ts'
import type { ContractKind } from '../tokens/contract-kind.ts'
import type { Call } from './call-facts.ts'
import { decodeExactly } from './exact-decode.ts'

/**
 * Functions of common contracts that give nothing to another account, though their arguments can contain an address: votes
 * (OpenZeppelin's and Compound's governors), and functions that cancel an order (Seaport) or revoke an operator (ERC-777).
 */
const harmlessAbi = parseAbi([
  'struct Offered { uint8 kind; address token; uint256 id; uint256 startAmount; uint256 endAmount; }',
  'struct Wanted { uint8 kind; address token; uint256 id; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct Order { address offerer; address zone; Offered[] offer; Wanted[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 counter; }',
  'function castVote(uint256 proposal, uint8 support)',
  'function castVoteWithReason(uint256 proposal, uint8 support, string reason)',
  'function cancel(Order[] orders)',
  'function revokeOperator(address operator)',
])

/** The fact of such a call with its arguments; `undefined` for other calls, and for contracts with other functions. */
export function decodeHarmless(
  { to, data }: Call,
  kind: ContractKind | undefined,
): readonly Fact[] | undefined {
  const exact = to === undefined || kind !== undefined ? undefined : decodeExactly(harmlessAbi, data)
  if (exact === undefined) return undefined
  const { functionName: name, args } = exact.decoded
  const values: readonly unknown[] = args
  const lines = values.flatMap((value, at) =>
    typeof value === 'object' ? [] : [{ label: String(at + 1), value: String(value) }],
  )
  return [{ is: 'known-call', name, lines }, ...exact.trailing]
}
