import { recoverySamples } from './recovery-samples.ts'
import { spendingSamples } from './spending-samples.ts'
import { transferSamples } from './transfer-samples.ts'
import type { VaultSample } from './vault-sample.ts'

const answer = () => undefined
const problem = undefined
const passkeys = [
  { id: 'a', name: 'Passkey of Mar 3, 2026' },
  { id: 'b', name: 'Passkey of Jun 11, 2026' },
]
const keep = {
  is: 'keep',
  isNew: false,
  missing: undefined,
  canRemovePasskey: true,
  isAssisted: undefined,
  problem,
  answer,
} as const
const restore = { is: 'restore', isOnDevice: false, problem, answer } as const
const code = 'SH086-AVKQW-37RME-W7AFE-1FR86-06W9X'
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const messageSamples = [
  {
    group: 'VaultMessage',
    state: 'failed',
    screen: { is: 'failed', problem: 'vault.failed-network', retry: answer },
  },
  {
    group: 'VaultMessage',
    state: 'failed for good',
    screen: { is: 'failed', problem: 'vault.failed-other', retry: undefined },
  },
  { group: 'VaultMessage', state: 'loading', screen: { is: 'working', title: 'vault.loading' } },
  {
    group: 'VaultMessage',
    state: 'device asks',
    screen: { is: 'working', title: 'vault.passkey-wait', text: 'vault.passkey-wait-text' },
  },
  {
    group: 'VaultMessage',
    state: 'nothing to do',
    screen: { is: 'message', title: 'vault.nothing', text: 'vault.nothing-text' },
    isOfSite: false,
  },
  {
    group: 'VaultMessage',
    state: 'signed',
    screen: { is: 'message', title: 'vault.signed', text: 'vault.signed-text' },
  },
  {
    group: 'VaultMessage',
    state: 'cancelled',
    screen: { is: 'message', title: 'confirm.cancelled', text: 'confirm.close-text' },
  },
  {
    group: 'VaultMessage',
    state: 'secured',
    screen: { is: 'message', title: 'vault.secured', text: 'vault.secured-text' },
  },
  {
    group: 'VaultMessage',
    state: 'expired',
    screen: { is: 'message', title: 'confirm.expired', text: 'confirm.return-text', isAlert: true },
  },
  {
    group: 'VaultMessage',
    state: 'changed after the signature',
    screen: { is: 'message', title: 'confirm.invalid', text: 'vault.changed-signed', isAlert: true },
  },
  {
    group: 'VaultMessage',
    state: 'site gone after the signature',
    screen: { is: 'message', title: 'vault.lost', text: 'vault.lost-signed', isAlert: true },
  },
  {
    group: 'VaultMessage',
    state: 'nothing to send',
    screen: { is: 'message', title: 'vault.send', text: 'vault.send-not-here' },
    isOfSite: false,
  },
] as const satisfies readonly VaultSample[]

const reviewSamples = [
  { group: 'VaultReview', state: 'swap', screen: { is: 'review' }, review: 'swap' },
  {
    group: 'VaultReview',
    state: 'unlimited approval over the mailbox',
    screen: { is: 'review' },
    comparison: '42',
    review: 'unlimited approval',
  },
  { group: 'VaultReview', state: 'sign in', screen: { is: 'review' }, review: 'sign in' },
  { group: 'VaultReview', state: 'reading', screen: { is: 'review' }, review: 'reading' },
  { group: 'VaultReview', state: 'could not be read', screen: { is: 'review' }, review: 'could not be read' },
  { group: 'VaultReview', state: 'checking', screen: { is: 'review' }, review: 'checking again' },
] as const satisfies readonly VaultSample[]

const loginSamples = [
  {
    group: 'VaultLogin',
    state: 'log in',
    screen: { is: 'log-in', problem: 'vault.passkey-cancelled', answer },
    comparison: '42',
  },
  { group: 'VaultLogin', state: 'log in first', screen: { is: 'log-in', problem, answer } },
  { group: 'VaultLogin', state: 'create', screen: { is: 'create', answer } },
  {
    group: 'VaultLogin',
    state: 'create over the mailbox',
    screen: { is: 'create', answer },
    comparison: '42',
  },
] as const satisfies readonly VaultSample[]

const keepSamples = [
  {
    group: 'VaultKeep',
    state: 'keep',
    screen: { ...keep, missing: 'envelope', problem: 'vault.failed-full' },
  },
  { group: 'VaultKeep', state: 'kept', screen: keep },
  { group: 'VaultKeep', state: 'kept over the mailbox', screen: keep, comparison: '42' },
  { group: 'VaultKeep', state: 'login missing', screen: { ...keep, missing: 'login' } },
  {
    group: 'VaultKeep',
    state: 'new wallet',
    screen: { ...keep, isNew: true, missing: 'envelope', canRemovePasskey: false },
  },
  {
    group: 'VaultKeep',
    state: 'new wallet and unfit passkey',
    screen: { ...keep, isNew: true, missing: 'envelope', problem: 'vault.passkey-unfit-text' },
  },
] as const satisfies readonly VaultSample[]

const codeSamples = [
  { group: 'VaultCode', state: 'new code', screen: { is: 'new-code', code, answer } },
  {
    group: 'VaultCode',
    state: 'new code, wrong proof',
    screen: { is: 'new-code', code, answer },
    ...{ typed: '06W9Y', pressed: 'vault.code-done' },
  },
  { group: 'VaultCode', state: 'enter code', screen: { is: 'enter-code', answer } },
  {
    group: 'VaultCode',
    state: 'enter code, typing error',
    screen: { is: 'enter-code', answer },
    ...{ typed: 'SH086-AVKQW-37RME-W7AFE-1FR86-06W9Y', pressed: 'vault.restore-button' },
  },
] as const satisfies readonly VaultSample[]

const exportSamples = [
  {
    group: 'VaultExport',
    state: 'words',
    screen: { is: 'phrase', phrase, answer },
    pressed: 'vault.phrase-show',
  },
  { group: 'VaultExport', state: 'words hidden', screen: { is: 'phrase', phrase, answer } },
  { group: 'VaultExport', state: 'choose a key', screen: { is: 'choose-key', answer } },
  {
    group: 'VaultExport',
    state: 'key hidden',
    screen: { is: 'key', namespace: 'eip155', key: `0x${'0f'.repeat(32)}`, answer },
  },
  {
    group: 'VaultExport',
    state: 'key',
    // As long as one of Solana, which is the longest.
    screen: { is: 'key', namespace: 'solana', key: '5K'.repeat(44), answer },
    pressed: 'vault.key-show',
  },
] as const satisfies readonly VaultSample[]

const restoreSamples = [
  {
    group: 'VaultRestore',
    state: 'every way',
    screen: { ...restore, ways: ['device', 'passkey', 'code', 'phrase'] },
  },
  {
    group: 'VaultRestore',
    state: 'nothing saved',
    screen: { ...restore, ways: ['device', 'phrase'] },
    comparison: '42',
  },
  {
    group: 'VaultRestore',
    state: 'code of another wallet',
    screen: { ...restore, ways: ['device', 'code', 'phrase'], problem: 'vault.code-other' },
  },
  {
    group: 'VaultRestore',
    state: 'transfer over',
    screen: { ...restore, ways: ['device', 'phrase'], problem: 'vault.transfer-over' },
  },
  {
    group: 'VaultRestore',
    state: 'passkey not used',
    screen: {
      ...{ ...restore, isOnDevice: true, problem: 'vault.passkey-cancelled' },
      ways: ['device', 'passkey', 'code', 'phrase'],
    },
  },
  { group: 'VaultRestore', state: 'enter words', screen: { is: 'enter-phrase', answer } },
  {
    group: 'VaultRestore',
    state: 'enter words, wrong order',
    screen: { is: 'enter-phrase', answer },
    ...{ typed: phrase.split(' ').reverse().join(' '), pressed: 'vault.restore-button' },
  },
] as const satisfies readonly VaultSample[]

const proofSamples = [
  {
    group: 'VaultProof',
    state: 'step-up',
    screen: { is: 'step-up', problem: 'vault.step-up-over', resendAtMs: 0, answer },
    ...{ typed: '1234', pressed: 'vault.continue' },
  },
  {
    group: 'VaultProof',
    state: 'step-up first',
    // 24 seconds after the start of the sample's clock.
    screen: { is: 'step-up', problem, resendAtMs: Date.UTC(2026, 0, 1, 0, 0, 24), answer },
  },
  { group: 'VaultProof', state: 'prove', screen: { is: 'prove', answer } },
  { group: 'VaultProof', state: 'deletion requested', screen: { is: 'deletion-alert', answer } },
  { group: 'VaultProof', state: 'login needed', screen: { is: 'login-needed', hasFrame: true, answer } },
  {
    group: 'VaultProof',
    state: 'login needed on the site',
    screen: { is: 'login-needed', hasFrame: false, answer },
    isOfSite: false,
  },
  { group: 'VaultProof', state: 'passkeys', screen: { is: 'passkeys', passkeys, problem, answer } },
  {
    group: 'VaultProof',
    state: 'remove-passkey',
    screen: { is: 'remove-passkey', name: passkeys[0]?.name ?? '', answer },
  },
  {
    group: 'VaultProof',
    state: 'passkeys failed',
    screen: {
      is: 'passkeys',
      passkeys: [{ id: 'c', name: 'Passkey of Nov 30, 2026' }, ...passkeys],
      problem: 'vault.failed-proof',
      answer,
    },
  },
] as const satisfies readonly VaultSample[]

/** Samples of every screen of the vault; those of a group follow each other, and its first one has the most content. */
export const vaultSamples = [
  ...messageSamples,
  ...reviewSamples,
  ...loginSamples,
  ...keepSamples,
  ...codeSamples,
  ...exportSamples,
  ...restoreSamples,
  ...proofSamples,
  ...transferSamples,
  ...recoverySamples,
  ...spendingSamples,
] as const satisfies readonly VaultSample[]
