import {
  formatUserOperationRequest,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { decodeFunctionData, hashAuthorization, parseAbi } from 'viem/utils'
import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import type { OperationRequest } from '../canonical/sponsored-fields.ts'
import { executionOf } from '../simulate/executed-calls.ts'
import { authorizationDigest, operationDigest, operationJson } from './user-operation.ts'

const account = privateKeyToAccount(generatePrivateKey())
const [target, paymaster] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
const chainId = 8453
const calls = [
  { to: target, value: 5n, data: '0x1234' },
  { to: target, value: 0n, data: '0x' },
] as const
const gas = {
  ...{ nonce: 7n, preVerificationGas: 1n, callGasLimit: 2n, verificationGasLimit: 3n, maxFeePerGas: 4n },
  ...{ maxPriorityFeePerGas: 5n, paymasterVerificationGasLimit: 6n, paymasterPostOpGasLimit: 0n },
}
const request = (authorizationNonce?: bigint): OperationRequest => ({
  ...{ from: account.address, chain: parseChainId(`eip155:${chainId}`), calls },
  fields: { ...gas, paymaster, paymasterData: '0xabcd', authorizationNonce },
})

it.each([undefined, 9n])('authorization nonce %s › JSON and digest are those of viem', async (nonce) => {
  const operation = request(nonce)
  const signature = `0x${'33'.repeat(65)}` as const
  const contract = { address: embeddedAccountAddress, chainId, nonce: Number(nonce ?? 0) } as const
  const signed = await account.signAuthorization(contract)
  const { r, s, yParity = 0 } = signed
  const json = operationJson(operation, signature, { r, s, yParity })
  const { callData } = json
  const userOperation: UserOperation<'0.9'> = {
    ...{ ...gas, sender: account.address, callData, paymaster, paymasterData: '0xabcd', signature },
    ...(nonce !== undefined && { factory: '0x7702', authorization: signed }),
  }
  expect(json).toEqual(formatUserOperationRequest(userOperation))
  const entryPoint = { entryPointAddress, entryPointVersion: '0.9' } as const
  expect(operationDigest(operation)).toBe(getUserOperationHash({ ...entryPoint, chainId, userOperation }))
  expect(authorizationDigest(operation)).toBe(nonce === undefined ? undefined : hashAuthorization(contract))
})

it('calldata › exactly the calls of the request, in one batch', () => {
  const { callData } = operationJson(request(), '0x')
  const abi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
  expect(decodeFunctionData({ abi, data: callData }).args[0]).toBe(`0x01${'0'.repeat(62)}`)
  const included = { from: paymaster, to: account.address, value: 0n, input: callData }
  expect(executionOf(included, account.address)).toMatchObject({ is: 'batch', calls })
})
