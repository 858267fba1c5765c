import type { Abi } from 'viem'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { entryPoint06Abi, entryPoint07Abi } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { decodeCall } from '../decode/decode-call.ts'
import { alice, bob, tokenAddress as token } from '../testing/unit-world.ts'
import { contractKinds } from '../tokens/contract-kind.ts'

const kindOf = contractKinds(parseChainId('eip155:1'), (one) => one === token)

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const word = `0x${'0'.repeat(64)}` as const
type Hex = `0x${string}`

const accountAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(address[] targets, bytes[] calls)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] calls)',
])
const transferCall = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 7n] })
const approveCall = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, maxUint256] })
const one = (data: Hex) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [token, 0n, data] })

const common = (sender: Hex, callData: Hex, initCode: Hex) => ({
  sender,
  nonce: 0n,
  initCode,
  callData,
  preVerificationGas: 0n,
  paymasterAndData: '0x' as const,
  signature: '0x' as const,
})
type Operation = { sender?: Hex; callData: Hex; initCode?: Hex }
const operation07 = ({ sender = wallet, callData, initCode = '0x' }: Operation) => ({
  ...common(sender, callData, initCode),
  accountGasLimits: word,
  gasFees: word,
})
const operation06 = ({ sender = wallet, callData, initCode = '0x' }: Operation) => ({
  ...common(sender, callData, initCode),
  callGasLimit: 0n,
  verificationGasLimit: 0n,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
})
const decodeHandleOps = (abi: Abi, operations: readonly object[]) =>
  decodeCall(
    {
      to: entryPoint,
      value: 0n,
      data: encodeFunctionData({ abi, functionName: 'handleOps', args: [operations, bob] }),
    },
    alice,
    kindOf,
  )

const transferFact = { is: 'transfer', from: wallet, to: bob, figure: { value: 7n, contract: token } }
const approvalFact = {
  is: 'approval',
  spender: bob,
  figure: { value: maxUint256, contract: token },
  isUnlimited: true,
}

describe('user operations (ERC-4337)', () => {
  it('entry point 0.6 and 0.7 › account and calls', () => {
    const fact = { is: 'batch', by: wallet, facts: [transferFact] }
    expect(decodeHandleOps(entryPoint06Abi, [operation06({ callData: one(transferCall) })])).toEqual([fact])
    expect(decodeHandleOps(entryPoint07Abi, [operation07({ callData: one(transferCall) })])).toEqual([fact])
  })

  it('several operations › each with its account, no hidden approval (test 44)', () => {
    const values = encodeFunctionData({
      abi: accountAbi,
      functionName: 'executeBatch',
      args: [
        [bob, token],
        [3n, 0n],
        ['0x', approveCall],
      ],
    })
    const none = encodeFunctionData({
      abi: accountAbi,
      functionName: 'executeBatch',
      args: [
        [token, token],
        [transferCall, approveCall],
      ],
    })
    expect(
      decodeHandleOps(entryPoint07Abi, [
        operation07({ callData: values }),
        operation07({ sender: alice, callData: none }),
      ]),
    ).toEqual([
      {
        is: 'batch',
        facts: [
          {
            is: 'batch',
            by: wallet,
            facts: [
              { is: 'transfer', from: wallet, to: bob, figure: { value: 3n, contract: undefined } },
              approvalFact,
            ],
          },
          { is: 'batch', by: alice, facts: [{ ...transferFact, from: undefined }, approvalFact] },
        ],
      },
    ])
  })

  it('account deployed first › shows its factory', () => {
    const [fact] = decodeHandleOps(entryPoint07Abi, [
      operation07({ callData: '0x', initCode: `${token}abcd` }),
    ])
    expect(fact).toEqual({
      is: 'batch',
      by: wallet,
      facts: [{ is: 'known-call', name: 'initCode', lines: [{ label: 'factory', value: token }] }],
    })
  })

  it('unknown calls, uneven lists, nested operations › unknown-call', () => {
    expect(decodeHandleOps(entryPoint07Abi, [operation07({ callData: '0x12345678' })])).toMatchObject([
      { by: wallet, facts: [{ is: 'unknown-call', to: wallet, selector: '0x12345678' }] },
    ])
    const uneven = encodeFunctionData({
      abi: accountAbi,
      functionName: 'executeBatch',
      args: [[token, token], [transferCall]],
    })
    expect(decodeHandleOps(entryPoint07Abi, [operation07({ callData: uneven })])).toMatchObject([
      { facts: [{ is: 'unknown-call', to: wallet }] },
    ])
    let callData = one(transferCall)
    for (let depth = 0; depth < 6; depth += 1)
      callData = encodeFunctionData({
        abi: entryPoint07Abi,
        functionName: 'handleOps',
        args: [[operation07({ callData })], bob],
      })
    expect(JSON.stringify(decodeHandleOps(entryPoint07Abi, [operation07({ callData })]))).toContain(
      'unknown-call',
    )
  })
})
