import type { AbiParameter, DecodeAbiParametersReturnType } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { type Hex, isSameHex } from '../../hex.ts'

// Inputs of the commands of Uniswap's Universal Router (`Dispatcher.sol`).
export const v3Swap = parseAbiParameters(
  'address to, uint256 exact, uint256 limit, bytes path, bool isUserPaying',
)
export const v2Swap = parseAbiParameters(
  'address to, uint256 exact, uint256 limit, address[] path, bool isUserPaying',
)
export const tokenStep = parseAbiParameters('address token, address to, uint256 amount')
export const nativeStep = parseAbiParameters('address to, uint256 amount')
export const permitStep = parseAbiParameters([
  'PermitSingle permit, bytes signature',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 deadline; }',
])
export const permitBatchStep = parseAbiParameters([
  'PermitBatch permit, bytes signature',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 deadline; }',
])
export const transfersStep = parseAbiParameters([
  'Transfer[] transfers',
  'struct Transfer { address from; address to; uint160 amount; address token; }',
])

/** Decodes the input of a command. @throws if it is not canonically encoded, because the router may read it differently. */
export function decodeInput<const Parameters extends readonly AbiParameter[]>(
  parameters: Parameters,
  input: Hex,
): DecodeAbiParametersReturnType<Parameters> {
  const values = decodeAbiParameters(parameters, input)
  const canonical = encodeAbiParameters<readonly AbiParameter[]>(parameters, values)
  if (!isSameHex(canonical, input)) throw new TypeError('The input is not canonical')
  return values
}
