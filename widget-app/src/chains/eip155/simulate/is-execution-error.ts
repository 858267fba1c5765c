import type { ProviderRpcError } from '#shared/errors/provider-error.ts'

/** Codes of nodes for a call that fails: 3 of most, the other of Nethermind and OpenEthereum. */
const executionErrors: readonly number[] = [3, -32015]
/** Their words for it, where the code is a general one; `assert` and `throw` of older compilers end in no revert. */
const failedRun =
  /revert|invalid (?:opcode|jump)|bad (?:instruction|jump)|stack (?:under|over)flow|vm (?:execution error|exception)/i

/** Whether a call failed on the chain, and not the node. */
export const isFailedRun = ({ code, message }: ProviderRpcError): boolean =>
  executionErrors.includes(code) || failedRun.test(message)
