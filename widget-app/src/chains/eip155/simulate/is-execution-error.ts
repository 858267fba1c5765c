import type { ProviderRpcError } from '#shared/errors/provider-error.ts'

/** Error codes of nodes for a failed call: 3 of most, the other of Nethermind and OpenEthereum. */
const executionErrors: readonly number[] = [3, -32015]
/** Error messages for it, if the code is a general one; `assert` and `throw` of older compilers do not revert. */
const executionErrorPattern =
  /revert|invalid (?:opcode|jump)|bad (?:instruction|jump)|stack (?:under|over)flow|vm (?:execution error|exception)/i

/** Whether the call failed on the chain, not the node. */
export const isExecutionError = ({ code, message }: ProviderRpcError): boolean =>
  executionErrors.includes(code) || executionErrorPattern.test(message)
