import type { Mutation } from './breakage.ts'

const built = ['widget-app/src/features/swap/plan/validate-built-calls.test.ts']
const chosen = ['widget-app/src/features/swap/selected-tokens.test.ts']

/** Lines that hold what a service built to what a person agreed to, and figures to what the chain says. */
export const swapBuildBreakages: readonly Mutation[] = [
  {
    rule: 'Nobody else is let take the token than the contract that swaps',
    file: 'widget-app/src/features/swap/plan/plan.ts',
    find: "if (!isSame(approval.spender, call.to)) throw callsMismatchError('Somebody else would be let take it')",
    replace: '',
    tests: built,
  },
  {
    rule: 'A transaction for another chain is refused',
    file: 'widget-app/src/features/swap/plan/validate-built-calls.ts',
    find: "throw callsMismatchError('The transaction is for another chain')",
    replace: 'void 0',
    tests: built,
  },
  {
    rule: 'A transaction that does more than swap is refused',
    file: 'widget-app/src/features/swap/plan/validate-built-calls.ts',
    find: "if (!isKnown) throw callsMismatchError('The transaction does more than swap')",
    replace: '',
    tests: built,
  },
  {
    rule: 'A transaction that calls another contract besides is refused',
    file: 'widget-app/src/features/swap/plan/validate-built-calls.ts',
    find: "if (fact.is === 'unknown-call' && !isSame(contract, fact.to))",
    replace: "if (fact.is === 'known-call' && !isSame(contract, fact.name))",
    tests: built,
  },
  {
    rule: 'A run that takes more than the amount is refused',
    file: 'widget-app/src/features/swap/plan/validate-built-calls.ts',
    find: 'if (value < 0n && (key !== from.key || -value > amount))',
    replace: 'if (value < 0n && key !== from.key)',
    tests: built,
  },
  {
    rule: 'A run that brings less than the minimum is refused',
    file: 'widget-app/src/features/swap/plan/validate-built-calls.ts',
    find: "if (comes < minimum) throw new WidgetError('swap/price-moved', 'Less would come than was agreed to')",
    replace: '',
    tests: built,
  },
  {
    rule: 'Decimals of a token are the chain’s',
    file: 'widget-app/src/features/swap/selected-tokens.ts',
    find: 'asset: own ? { ...token.asset, decimals: own.asset.decimals } : token.asset,',
    replace: 'asset: token.asset,',
    tests: chosen,
  },
  {
    rule: 'A loss that nobody can tell has to be meant',
    file: 'widget-app/src/features/swap/plan/swap-parameters-atoms.ts',
    find: "return isOfThis && accepted.impact === undefined ? 'accepted' : 'untold'",
    replace: "return 'none'",
    tests: chosen,
  },
  {
    rule: 'The next swap begins with the default slippage',
    file: 'widget-app/src/features/swap/atoms.ts',
    find: '  set(slippageTextAtom, undefined)\n',
    replace: '',
    tests: chosen,
  },
  {
    rule: 'What a wallet signed on Solana is compared with the transaction that was built',
    file: 'widget-app/src/chains/solana/transactions/contract-calls.ts',
    find: 'const isSame = read !== undefined && termsOf(read) === termsOf(found)',
    replace: 'const isSame = read !== undefined && termsOf(found) !== ""',
    project: 'chains',
    tests: ['widget-app/src/chains/solana/transactions/contract-calls.chain.test.ts'],
  },
  {
    rule: 'On Solana nobody is let take tokens later',
    file: 'widget-app/src/chains/solana/transactions/contract-calls.ts',
    find: 'if (handsOut(before, watched, after, asked.account))',
    replace: 'if (handsOut(before, watched, [], asked.account))',
    tests: ['widget-app/src/chains/solana/transactions/contract-calls.test.ts'],
  },
  {
    rule: 'On Solana what may change more than is seen is refused',
    file: 'widget-app/src/chains/solana/transactions/contract-calls.ts',
    find: "if (run.isPartial) throw new WidgetError('swap/not-as-agreed', 'It may change more than a node tells of')",
    replace: '',
    tests: ['widget-app/src/chains/solana/transactions/contract-calls.test.ts'],
  },
  {
    rule: 'A deposit is no part of what is given',
    file: 'widget-app/src/chains/solana/transactions/contract-calls.ts',
    find: '{ ...figure, value: figure.value + deposit }',
    replace: 'figure',
    project: 'chains',
    tests: ['widget-app/src/chains/solana/transactions/contract-calls.chain.test.ts'],
  },
]
