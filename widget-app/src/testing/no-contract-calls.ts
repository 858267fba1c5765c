import type { ContractCalls } from '#widget/chains/chain-adapter.ts'

const unexpected = (name: string) => () => Promise.reject(new Error(`Unexpected call: ${name}`))

/** Contract calls for unit tests that make none: every call rejects. */
export const unexpectedCalls: ContractCalls = {
  needsAllowance: true,
  swapGasUnits: 150_000n,
  swapDeposit: 0n,
  decode: unexpected('read'),
  estimate: unexpected('estimate'),
  simulate: unexpected('run'),
  send: unexpected('send'),
  verify: unexpected('verify'),
  received: unexpected('received'),
  minedAt: unexpected('minedAt'),
}
