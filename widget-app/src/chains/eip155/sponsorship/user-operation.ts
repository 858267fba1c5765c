import { getUserOperationTypedData, type UserOperation } from 'viem/account-abstraction'
import { hashAuthorization, hashTypedData, hexToNumber } from 'viem/utils'
import type { UserOperationJson } from '#shared/api/embedded-sponsorship.ts'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import { authorizationOf, encodeBatch } from '../canonical/own-batch.ts'
import type { OperationRequest } from '../canonical/sponsored-fields.ts'
import { type Hex, toQuantity } from '../hex.ts'
import { authorizationFields } from '../local-keys/serialize-transaction.ts'

/** r and s, 32 bytes each, and parity of a signed authorization (EIP-7702). */
export type AuthorizationSignature = { readonly r: Hex; readonly s: Hex; readonly yParity: number }

const noWord: Hex = '0x0'

const chainNumber = (chain: ChainId): number => hexToNumber(toQuantity(BigInt(chainReference(chain))))

/** The digest of the authorization that an operation contains; undefined if it has none. Only our account contract is a delegate. */
export function authorizationDigest({ chain, fields }: OperationRequest): Hex | undefined {
  const { authorizationNonce } = fields
  if (authorizationNonce === undefined) return undefined
  return hashAuthorization(authorizationFields(authorizationOf(chain, authorizationNonce)))
}

/**
 * The digest that the account's key signs (EntryPoint v0.9, EIP-712). Its calldata is encoded from the calls of the request.
 * @throws ProviderRpcError −32602 for a call that a batch cannot contain.
 */
export function operationDigest({ from, chain, calls, fields }: OperationRequest): Hex {
  const { authorizationNonce, ...gasAndPaymaster } = fields
  const chainId = chainNumber(chain)
  // Of the authorization, the digest contains only the delegate.
  const address: Hex = embeddedAccountAddress
  const authorization = { address, chainId, nonce: 0, r: noWord, s: noWord, yParity: 0 }
  const userOperation: UserOperation<'0.9'> = {
    ...gasAndPaymaster,
    ...{ sender: from, callData: encodeBatch(calls), signature: '0x' },
    ...(authorizationNonce !== undefined && { factory: '0x7702', authorization }),
  }
  return hashTypedData(getUserOperationTypedData({ chainId, entryPointAddress, userOperation }))
}

/** The operation as a bundler takes it (ERC-7769). */
export function operationJson(
  { from, chain, calls, fields }: OperationRequest,
  signature: Hex,
  authorization?: AuthorizationSignature,
): UserOperationJson {
  const { authorizationNonce, paymaster, paymasterData, ...quantities } = fields
  return {
    sender: from,
    ...(authorizationNonce !== undefined &&
      authorization && {
        factory: '0x7702' as const,
        eip7702Auth: {
          address: embeddedAccountAddress,
          chainId: toQuantity(BigInt(chainReference(chain))),
          nonce: toQuantity(authorizationNonce),
          ...{ r: authorization.r, s: authorization.s },
          yParity: authorization.yParity === 0 ? ('0x00' as const) : ('0x01' as const),
        },
      }),
    callData: encodeBatch(calls),
    nonce: toQuantity(quantities.nonce),
    callGasLimit: toQuantity(quantities.callGasLimit),
    verificationGasLimit: toQuantity(quantities.verificationGasLimit),
    preVerificationGas: toQuantity(quantities.preVerificationGas),
    maxFeePerGas: toQuantity(quantities.maxFeePerGas),
    maxPriorityFeePerGas: toQuantity(quantities.maxPriorityFeePerGas),
    paymasterVerificationGasLimit: toQuantity(quantities.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: toQuantity(quantities.paymasterPostOpGasLimit),
    ...{ paymaster, paymasterData, signature },
  }
}
