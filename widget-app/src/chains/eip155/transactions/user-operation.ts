import type { Fact } from '../../request-facts.ts'
import { checksummed } from '../address.ts'
import { type Hex, isSameHex } from '../hex.ts'

/** The parts of an ERC-4337 user operation that say who does what; its prices and proofs are the entry point's. */
export type UserOperation = { readonly sender: Hex; readonly initCode: Hex; readonly callData: Hex }

/** The same fact, taken from an account that is not the one that signs. */
function takenFrom(fact: Fact, sender: Hex): Fact {
  switch (fact.is) {
    case 'transfer':
    case 'collectible':
      return { ...fact, from: fact.from ?? sender }
    case 'batch':
      return fact.by === undefined
        ? { ...fact, facts: fact.facts.map((one) => takenFrom(one, sender)) }
        : fact
    default:
      return fact
  }
}

/** What an operation does, with the account that does it: it is deployed first where the operation says so. */
export function withSender(
  {
    sender,
    initCode,
    calls,
  }: Pick<UserOperation, 'sender' | 'initCode'> & { readonly calls: readonly Fact[] },
  account: string,
): Fact {
  const [only, ...others] = calls
  const facts = only?.is === 'batch' && only.by === undefined && others.length === 0 ? only.facts : calls
  const factory = checksummed(initCode.slice(0, 42)) ?? initCode
  const deployed: readonly Fact[] =
    initCode === '0x'
      ? []
      : [{ is: 'known-call', name: 'initCode', lines: [{ label: 'factory', value: factory }] }]
  const own = isSameHex(sender, account) ? facts : facts.map((fact) => takenFrom(fact, sender))
  return { is: 'batch', by: sender, facts: [...deployed, ...own] }
}

/** What a contract does that calls others by itself: what it takes from the account that signs is that account's own. */
export function byContract(sender: Hex, calls: readonly Fact[], account: string): Fact {
  const asOwn = (fact: Fact): Fact => {
    if (fact.is === 'batch' && fact.by === undefined) return { ...fact, facts: fact.facts.map(asOwn) }
    return (fact.is === 'transfer' || fact.is === 'collectible') && isSameHex(fact.from, account)
      ? { ...fact, from: undefined }
      : fact
  }
  return { is: 'batch', by: sender, facts: calls.map((fact) => asOwn(takenFrom(fact, sender))) }
}
