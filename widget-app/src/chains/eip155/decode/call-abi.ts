import { parseAbi } from 'viem/utils'
import type { ExactCall } from './exact-decode.ts'

/** Known functions of the standards and contracts that most requests use. */
export const callAbi = parseAbi([
  // ERC-20 (EIP-20) and its extensions
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function increaseAllowance(address spender, uint256 value)',
  'function increaseApproval(address spender, uint256 value)',
  'function decreaseAllowance(address spender, uint256 value)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  // ERC-721 and ERC-1155
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
  'function setApprovalForAll(address operator, bool isGranted)',
  // Permit2, the allowance part
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  // Wrapped native currency
  'function deposit()',
  'function withdraw(uint256 value)',
  // Batches: Multicall of Uniswap and OpenZeppelin, Multicall3, ERC-7821 and ERC-4337 accounts
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function multicall(bytes32 previousBlock, bytes[] calls)',
  'function aggregate((address target, bytes data)[] calls)',
  'function tryAggregate(bool requireSuccess, (address target, bytes data)[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes data)[] calls)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes data)[] calls)',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function executeBatch(address[] targets, bytes[] calls)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] calls)',
  // Last calls in multicalls of the V3 routers
  'function unwrapWETH9(uint256 least)',
  'function unwrapWETH9(uint256 least, address to)',
  'function sweepToken(address token, uint256 least)',
  'function sweepToken(address token, uint256 least, address to)',
  'function refundETH()',
  // The entry point of ERC-4337, versions 0.6 and from 0.7 on
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] operations, address beneficiary)',
])

/** A decoded call of one of them. */
export type CallDecoded = ExactCall<typeof callAbi>['decoded']
