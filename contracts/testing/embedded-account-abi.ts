import { parseAbi } from 'viem'

/** ABI of `execute`, for calldata. */
export const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])

/** ABI of the account contract, for calls and errors. */
export const embeddedAccountAbi = parseAbi([
  'function execute(bytes32 mode, bytes executionData) payable',
  'function supportsExecutionMode(bytes32 mode) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function entryPoint() view returns (address)',
  'function validateUserOp((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) userOp, bytes32 userOpHash, uint256 missingAccountFunds) returns (uint256)',
  'error AccountUnauthorized(address sender)',
  'error UnsupportedExecutionMode()',
])
