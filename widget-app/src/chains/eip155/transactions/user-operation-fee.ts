import { type Hex, isSameHex } from '../hex.ts'

/** The most that an operation can cost: gas of all its parts, and the price of each unit in wei. */
export type OperationFee = { readonly gas: bigint; readonly maxFeePerGas: bigint }

/** An operation of ERC-4337: of the entry point 0.6, and from 0.7 on with two numbers in a word. */
type Operation = { readonly preVerificationGas: bigint; readonly paymasterAndData: Hex } & (
  | { readonly callGasLimit: bigint; readonly verificationGasLimit: bigint; readonly maxFeePerGas: bigint }
  | { readonly accountGasLimits: Hex; readonly gasFees: Hex }
)

const half = 2n ** 128n

/** What the account of an operation pays for it at most; undefined where a paymaster pays. */
export function operationFee(operation: Operation): OperationFee | undefined {
  const { preVerificationGas, paymasterAndData } = operation
  if (!isSameHex(paymasterAndData, '0x')) return undefined
  if ('callGasLimit' in operation) {
    const { callGasLimit, verificationGasLimit, maxFeePerGas } = operation
    return { gas: preVerificationGas + callGasLimit + verificationGasLimit, maxFeePerGas }
  }
  const limits = BigInt(operation.accountGasLimits)
  return {
    gas: preVerificationGas + limits / half + (limits % half),
    maxFeePerGas: BigInt(operation.gasFees) % half,
  }
}
