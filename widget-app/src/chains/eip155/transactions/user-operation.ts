import type { Fact } from '../../request-facts.ts'
import { checksummed } from '../address.ts'
import type { Hex } from '../hex.ts'

/** The parts of an ERC-4337 user operation that define its effects; the entry point handles prices and signatures. */
export type UserOperation = { readonly sender: Hex; readonly initCode: Hex; readonly callData: Hex }

/** The same fact with `sender` as the account that pays; `withSignerAsPayer` removes it if that is the signer. */
function withPayer(fact: Fact, sender: Hex): Fact {
  switch (fact.is) {
    case 'transfer':
    case 'collectible':
      return { ...fact, from: fact.from ?? sender }
    case 'batch':
      return fact.by === undefined
        ? { ...fact, facts: fact.facts.map((one) => withPayer(one, sender)) }
        : fact
    default:
      return fact
  }
}

/** The facts of an operation with the account that executes it; with `initCode`, the account is deployed first. */
export function withSender({
  sender,
  initCode,
  calls,
}: Pick<UserOperation, 'sender' | 'initCode'> & { readonly calls: readonly Fact[] }): Fact {
  const [first, ...others] = calls
  const facts = first?.is === 'batch' && first.by === undefined && others.length === 0 ? first.facts : calls
  const factory = checksummed(initCode.slice(0, 42)) ?? initCode
  const deployed: readonly Fact[] =
    initCode === '0x'
      ? []
      : [{ is: 'known-call', name: 'initCode', lines: [{ label: 'factory', value: factory }] }]
  return { is: 'batch', by: sender, facts: [...deployed, ...facts.map((fact) => withPayer(fact, sender))] }
}

/** The facts of a contract that calls others by itself, and pays for them. */
export const byContract = (sender: Hex, calls: readonly Fact[]): Fact => ({
  is: 'batch',
  by: sender,
  facts: calls.map((fact) => withPayer(fact, sender)),
})
