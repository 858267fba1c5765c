import type { VaultSample } from './vault-sample.ts'

const answer = () => undefined
const problem = undefined
const keep = {
  is: 'keep',
  isNew: false,
  missing: undefined,
  canRemovePasskey: false,
  problem,
  answer,
} as const
const restore = { is: 'restore', isOnDevice: false, problem, answer } as const
const request = {
  ...{ id: 'r'.repeat(20), name: 'Samsung Internet on Android', isOwn: true, publicKey: 'B'.repeat(87) },
  ...{ requestedAtMs: 1_796_000_000_000, opensAtMs: 1_796_259_200_000, expiresAtMs: 1_798_592_000_000 },
  ...{ isAnswered: false, nowMs: 1_796_000_000_000 },
} as const
const recovery = { is: 'recovery', request, code: '3f2a-91c0-77be-04d5', canOpen: true, answer } as const

/** Samples of recovery with the operator's help. */
export const recoverySamples = [
  { group: 'VaultRecovery', state: 'waits', screen: recovery },
  {
    group: 'VaultRecovery',
    state: 'due',
    screen: { ...recovery, request: { ...request, nowMs: request.opensAtMs } },
  },
  {
    group: 'VaultRecovery',
    state: 'answered',
    screen: { ...recovery, request: { ...request, isAnswered: true } },
  },
  { group: 'VaultRecovery', state: 'of another browser', screen: { ...recovery, canOpen: false } },
  {
    group: 'VaultRecovery',
    state: 'before the request',
    screen: { is: 'recovery-intro', email: 'ada@example.org', answer },
  },
  { group: 'VaultRecovery', state: 'alert', screen: { is: 'recovery-alert', request, answer } },
  { group: 'VaultRecovery', state: 'turn on', screen: { is: 'assistance', isOn: false, answer } },
  { group: 'VaultRecovery', state: 'turn off', screen: { is: 'assistance', isOn: true, answer } },
  { group: 'VaultRecovery', state: 'offered', screen: { ...keep, isAssisted: false } },
  { group: 'VaultRecovery', state: 'on', screen: { ...keep, isAssisted: true } },
  {
    group: 'VaultRecovery',
    state: 'way to restore',
    screen: { ...restore, ways: ['device', 'assisted', 'phrase'] },
  },
] as const satisfies readonly VaultSample[]
