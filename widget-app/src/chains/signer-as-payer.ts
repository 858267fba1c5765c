import type { Fact } from './request-facts.ts'

/**
 * The same facts without the signer as another account. Inner calls of a contract, a proxy or a multisig account name the account that they
 * take from; if that is the signer, it is the signer's loss, however deep the call is nested.
 */
export const withSignerAsPayer = (
  facts: readonly Fact[],
  isSigner: (account: string) => boolean,
): readonly Fact[] =>
  facts.map((fact): Fact => {
    switch (fact.is) {
      case 'batch':
        return { ...fact, facts: withSignerAsPayer(fact.facts, isSigner) }
      case 'transfer':
      case 'collectible':
      case 'burn':
        return fact.from !== undefined && isSigner(fact.from) ? { ...fact, from: undefined } : fact
      case 'swap':
        return fact.payer !== undefined && isSigner(fact.payer) ? { ...fact, payer: undefined } : fact
      default:
        return fact
    }
  })
