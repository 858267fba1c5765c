import { type Address, encodeFunctionData, type Hex } from 'viem'
import {
  entryPoint09Abi,
  getUserOperationTypedData,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { entryPointAddress } from '#shared/config/embedded-account.ts'

/** A user operation without the signature. */
export type UnsignedOperation = Omit<UserOperation<'0.9'>, 'signature'>

/** A user operation that a paymaster pays for, or the account itself if there is none. */
export function operationOf(
  sender: Address,
  callData: Hex,
  nonce: bigint,
  paymaster?: Address,
): UnsignedOperation {
  return {
    ...{ sender, callData, nonce },
    callGasLimit: 300_000n,
    verificationGasLimit: 200_000n,
    preVerificationGas: 50_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    ...(paymaster && {
      paymaster,
      paymasterVerificationGasLimit: 100_000n,
      paymasterPostOpGasLimit: 0n,
    }),
  }
}

/** Typed data of a user operation: its hash is what the account's key signs. */
export const operationTypedData = (operation: UnsignedOperation, chainId: number) =>
  getUserOperationTypedData({
    chainId,
    entryPointAddress,
    userOperation: { ...operation, signature: '0x' },
  })

/** Calldata by which a bundler executes one user operation. */
export const handleOpsData = (operation: UnsignedOperation, signature: Hex, beneficiary: Address): Hex =>
  encodeFunctionData({
    abi: entryPoint09Abi,
    functionName: 'handleOps',
    args: [[packedOperation(operation, signature)], beneficiary],
  })

/** A user operation in the form that contracts take. */
export const packedOperation = (operation: UnsignedOperation, signature: Hex) =>
  toPackedUserOperation({ ...operation, signature })
