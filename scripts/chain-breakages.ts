import type { Mutation } from './breakage.ts'

/** Lines of the adapters. */
export const chainBreakages: readonly Mutation[] = [
  // Ethereum
  {
    rule: 'A refusal never raises a second prompt',
    file: 'widget-app/src/chains/eip155/wallet/wallet-error.ts',
    find: "if (says(refusedByPerson) || (hasCode(vagueCodes) && says(refusedWords))) return 'refused'",
    replace: '',
    tests: [
      'widget-app/src/chains/eip155/wallet/switch-network.test.ts',
      'widget-app/src/chains/eip155/wallet/connect.test.ts',
    ],
  },
  {
    rule: 'The fee has the multiplier of 1.2',
    file: 'widget-app/src/chains/eip155/transactions/fee.ts',
    find: '(fee * feeMultiplierPercent + 99n) / 100n',
    replace: 'fee * (feeMultiplierPercent / feeMultiplierPercent)',
    tests: ['widget-app/src/chains/eip155/transactions/fee.test.ts'],
  },
  {
    rule: 'A transaction that went to somebody else raises the alarm',
    file: 'widget-app/src/chains/eip155/transactions/transaction-differences.ts',
    find: "['to', isSameReceiver(found.to ?? undefined, asked.to)],",
    replace: '',
    tests: ['widget-app/src/chains/eip155/transactions/verify-sent.test.ts'],
  },

  // Solana and Polkadot
  {
    rule: 'A Solana transaction expires only after its last block',
    file: 'widget-app/src/chains/solana/transactions/signature-watch.ts',
    find: 'const isPassed = head.blockHeight > expiresAfter',
    replace: 'const isPassed = head.blockHeight >= 0 * expiresAfter',
    tests: ['widget-app/src/chains/solana/transactions/signature-watch.test.ts'],
  },
  {
    rule: 'A dApp gets a signature of connected accounts alone',
    file: 'widget-app/src/chains/solana/wallet/handle-dapp-request.ts',
    find: 'if (!connection.accounts.includes(data.address))',
    replace: 'if (data.address === undefined)',
    tests: ['widget-app/src/chains/solana/wallet/handle-dapp-request.test.ts'],
  },
  {
    rule: 'A message is wrapped, so that it cannot be a transaction',
    file: 'widget-app/src/chains/polkadot/wallet/handle-dapp-request.ts',
    find: 'u8aToHex(wrapBytes(bytes))',
    replace: 'u8aToHex(wrapBytes(bytes).slice(7, -8))',
    tests: ['widget-app/src/chains/polkadot/answer-dapp.test.ts'],
  },
  {
    rule: 'Only extrinsics of version 4 are signed for a dApp',
    file: 'widget-app/src/chains/polkadot/wallet/handle-dapp-request.ts',
    find: 'if (payload.version !== signableVersion)',
    replace: 'if (payload.version < 0)',
    tests: ['widget-app/src/chains/polkadot/answer-dapp.test.ts'],
  },
  {
    rule: 'What opens an account on Polkadot is at least the existential deposit',
    file: 'widget-app/src/chains/polkadot/transactions/transfer-preconditions.ts',
    find: "if (receiver.free + value < existentialDeposit) return 'receiver-below-existential-deposit'",
    replace: '',
    tests: ['widget-app/src/chains/polkadot/transactions/transfer-preconditions.test.ts'],
  },
  {
    rule: 'Going back passes by the views that show the same',
    file: 'widget-app/src/core/view-stack.ts',
    find: '!same?.has(name)',
    replace: 'name !== undefined',
    tests: ['widget-app/src/core/view-stack.test.ts'],
  },

  // Chains of the local world
  {
    rule: 'A lazy program starts once, for all who connect',
    file: 'e2e/stack/chains/lazy-process.ts',
    find: 'starting ??= run()',
    replace: 'starting = run()',
    tests: ['e2e/stack/chains/lazy-process.test.ts'],
    project: 'chains',
  },
  {
    rule: 'A lazy program ends with the world, also while it starts',
    file: 'e2e/stack/chains/lazy-process.ts',
    find: 'await program?.stop()',
    replace: '',
    tests: ['e2e/stack/chains/lazy-process.test.ts'],
    project: 'chains',
  },
  {
    rule: 'Acala runs with the runtime that is known, and no other',
    file: 'e2e/stack/chains/polkadot/acala-runtime.ts',
    find: ' || blake2AsHex(bytes) !== known.hash',
    replace: '',
    tests: ['e2e/stack/chains/polkadot/acala.test.ts'],
    project: 'chains',
  },
  {
    rule: 'An operation that reverts in a bundler’s transaction has failed (ERC-4337)',
    file: 'widget-app/src/chains/eip155/transactions/transaction-watch.ts',
    find: " || operationOutcome(receipt.logs ?? [], watch.account) === 'reverted'",
    replace: '',
    tests: ['widget-app/src/chains/eip155/transactions/wait-for-transaction.test.ts'],
  },
  {
    rule: 'What an account paid ahead for its operation is not taken for less than was agreed to',
    file: 'widget-app/src/chains/eip155/tokens/contract-calls.ts',
    find: 'if (operationOutcome(logs, account) !== undefined) return undefined',
    replace: '',
    tests: ['widget-app/src/chains/eip155/tokens/contract-calls.test.ts'],
  },
]
