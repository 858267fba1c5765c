import { activityBreakages } from './activity-breakages.ts'
import { announceBreakages } from './announce-breakages.ts'
import type { Mutation } from './breakage.ts'
import { buyBreakages } from './buy-breakages.ts'
import { catalogueBreakages } from './catalogue-breakages.ts'
import { chainBreakages } from './chain-breakages.ts'
import { channelBreakages } from './channel-breakages.ts'
import { connectionBreakages } from './connection-breakages.ts'
import { exchangeBreakages } from './exchange-breakages.ts'
import { featureBreakages } from './feature-breakages.ts'
import { hostBreakages } from './host-breakages.ts'
import { nameBreakages } from './name-breakages.ts'
import { pairingBreakages } from './pairing-breakages.ts'
import { portfolioBreakages } from './portfolio-breakages.ts'
import { providerBreakages } from './provider-breakages.ts'
import { relayBreakages } from './relay-breakages.ts'
import { reviewBreakages } from './review-breakages.ts'
import { sendBreakages } from './send-breakages.ts'
import { sessionBreakages } from './session-breakages.ts'
import { signInBreakages } from './sign-in-breakages.ts'
import { smartSessionBreakages } from './smart-session-breakages.ts'
import { swapBreakages } from './swap-breakages.ts'
import { swapBuildBreakages } from './swap-build-breakages.ts'
import { viewBreakages } from './view-breakages.ts'

/** Every line that is broken by `npm run test:break`. */
export const mutations: readonly Mutation[] = [
  // Amounts
  {
    rule: 'A balance is floored, never rounded up',
    file: 'shared/amount/format-amount.ts',
    find: 'const kept = digits.fraction.slice(0, shown)',
    replace: "const kept = (+('0.' + digits.fraction)).toFixed(shown).slice(2)",
    tests: ['shared/amount/format-amount.test.ts'],
  },
  {
    rule: 'Worth is floored, never rounded up',
    file: 'shared/amount/fiat.ts',
    find: 'return worth && (worth.units * 10n ** BigInt(digits)) / 10n ** BigInt(worth.exponent)',
    replace:
      'return worth && (worth.units * 10n ** BigInt(digits) * 2n + 10n ** BigInt(worth.exponent)) / (2n * 10n ** BigInt(worth.exponent))',
    tests: ['shared/amount/fiat.test.ts'],
  },
  {
    rule: 'Nobody guesses between thousands and decimals',
    file: 'shared/amount/parse-amount.ts',
    find: "return last === group && isGrouped([whole, fraction]) ? 'ambiguous' : { whole, fraction }",
    replace: 'return { whole, fraction }',
    tests: ['shared/amount/parse-amount.test.ts'],
  },

  // Origins
  {
    rule: 'A star stands for exactly one label of a host name',
    file: 'shared/api/origin-pattern.ts',
    find: 'labels.length === wanted.length && ',
    replace: '',
    tests: ['shared/api/origin-pattern.test.ts'],
  },
  {
    rule: 'A default pattern proves nothing in production',
    file: 'widget-app/src/core/origin.ts',
    find: "return environment === 'production'\n        ? { status: 'unverified', alert: 'APKT005' }\n        : { status: 'allowed', alert: undefined }",
    replace: "return { status: 'allowed', alert: undefined }",
    tests: ['widget-app/src/core/origin.test.ts'],
  },

  // What the widget decides
  {
    rule: 'The stop screen comes before every opening rule',
    file: 'widget-app/src/domain/modal/opening-rules.ts',
    find: "if (facts.blocked !== undefined) return { name: 'Blocked', code: facts.blocked }",
    replace: '',
    tests: ['widget-app/src/domain/modal/opening-rules.test.ts'],
  },
  {
    rule: 'A namespace is switched only when something is connected',
    file: 'widget-app/src/domain/modal/opening-rules.ts',
    find: ' || facts.connected.length === 0)',
    replace: ')',
    tests: ['widget-app/src/domain/modal/opening-rules.test.ts'],
  },
  {
    rule: 'A transfer is in the journal before the wallet is asked',
    file: 'widget-app/src/domain/transactions/journal.ts',
    find: 'set(writeAtom, id, (entries) => [entry, ...resumedBy(entry, entries)])',
    replace: 'void entry',
    tests: ['widget-app/src/domain/transactions/journal.test.ts'],
  },
  {
    rule: 'Who disconnected is not reconnected on load',
    file: 'widget-app/src/domain/connections/connect-wallet.ts',
    find: 'io.forget(namespace, io.holdsMany() ? walletId : undefined)',
    replace: '',
    tests: ['widget-app/src/domain/connections/connect-wallet.test.ts'],
  },
  {
    rule: 'Reconnecting never prompts',
    file: 'widget-app/src/domain/connections/reconnect-wallets.ts',
    find: '{ silent: true, signal: limited }',
    replace: '{ silent: false, signal: limited }',
    tests: ['widget-app/src/domain/connections/connect-wallet.test.ts'],
  },
  {
    rule: 'Max of the native asset leaves the fee',
    file: 'widget-app/src/domain/balances/amount-draft.ts',
    find: 'return balance > fee.maxFee ? balance - fee.maxFee : 0n',
    replace: 'return balance',
    tests: ['widget-app/src/domain/balances/amount-draft.test.ts'],
  },

  ...channelBreakages,
  ...smartSessionBreakages,
  ...swapBreakages,
  ...swapBuildBreakages,
  ...buyBreakages,
  ...hostBreakages,
  ...announceBreakages,
  ...catalogueBreakages,
  ...chainBreakages,
  ...connectionBreakages,
  ...exchangeBreakages,
  ...featureBreakages,
  ...nameBreakages,
  ...pairingBreakages,
  ...portfolioBreakages,
  ...providerBreakages,
  ...relayBreakages,
  ...activityBreakages,
  ...reviewBreakages,
  ...sendBreakages,
  ...sessionBreakages,
  ...viewBreakages,
  ...signInBreakages,
]
