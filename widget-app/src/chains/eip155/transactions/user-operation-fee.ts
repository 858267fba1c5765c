import { type Hex, isSameHex } from '../hex.ts'

/** Maximum fee of an operation: gas of all its parts, and the price of each unit in wei. */
export type OperationFee = { readonly gas: bigint; readonly maxFeePerGas: bigint }

/** An operation of ERC-4337: of entry point 0.6, and since 0.7 with two numbers packed in a word. */
type Operation = { readonly preVerificationGas: bigint; readonly paymasterAndData: Hex } & (
  | { readonly callGasLimit: bigint; readonly verificationGasLimit: bigint; readonly maxFeePerGas: bigint }
  | { readonly accountGasLimits: Hex; readonly gasFees: Hex }
)

const wordHalf = 2n ** 128n

/** The maximum that the account of an operation pays for it; undefined if a paymaster pays. */
export function operationFee(operation: Operation): OperationFee | undefined {
  const { preVerificationGas, paymasterAndData } = operation
  if (!isSameHex(paymasterAndData, '0x')) return undefined
  if ('callGasLimit' in operation) {
    const { callGasLimit, verificationGasLimit, maxFeePerGas } = operation
    return { gas: preVerificationGas + callGasLimit + verificationGasLimit, maxFeePerGas }
  }
  const limits = BigInt(operation.accountGasLimits)
  return {
    gas: preVerificationGas + limits / wordHalf + (limits % wordHalf),
    maxFeePerGas: BigInt(operation.gasFees) % wordHalf,
  }
}
