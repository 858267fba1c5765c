import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'

type TokenCall = { readonly target: Address; readonly callData: Hex }

/** The part of ERC-20 that a batch calls. */
export const erc20Abi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** Account that `approveAndTransfer` approves, for 5 units. */
export const spender: Address = '0x00000000000000000000000000000000000000a1'

/** Account to which `approveAndTransfer` transfers. */
export const recipient: Address = '0x00000000000000000000000000000000000000b2'

/** Two calls of a token: an approval, and a transfer that reverts if the balance is lower. */
export const approveAndTransfer = (target: Address, amount: bigint): readonly [TokenCall, TokenCall] => [
  {
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] }),
  },
  {
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] }),
  },
]
